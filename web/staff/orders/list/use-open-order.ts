import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

const route = getRouteApi('/signed-in/orders')

/**
 * The open order. Opening one from the list adds a history entry, so Back closes it and the list stays; an order in
 * the URL is opened and removed from the URL (docs/product.md, The orders list).
 */
export function useOpenOrder() {
  const { orderId, view } = route.useSearch()
  const navigate = route.useNavigate()
  const { history } = useRouter()
  const [linked, setLinked] = useState(orderId)
  /** The order being closed: until Back has finished, a second tap would leave the list. */
  const closing = useRef<number>(undefined)
  useEffect(() => {
    if (orderId === undefined) return
    setLinked(orderId)
    void navigate({
      search: ({ orderId: _, view: __, ...search }) => search,
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    })
  }, [orderId, navigate])
  useEffect(() => {
    if (view === undefined) closing.current = undefined
  }, [view])
  const close = () => {
    if (view === undefined) return setLinked(undefined)
    if (closing.current === view) return
    closing.current = view
    if (history.canGoBack()) history.back({ ignoreBlocker: true })
    else
      void navigate({
        search: ({ view: _, ...search }) => search,
        replace: true,
        resetScroll: false,
        ignoreBlocker: true,
      })
  }
  return {
    id: view ?? linked,
    open: (id: number) => navigate({ search: (search) => ({ ...search, view: id }), resetScroll: false }),
    close,
  }
}
