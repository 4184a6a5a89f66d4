import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../api/call-error.ts'
import { useMayDo } from '../session/session-query.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { ProductDialog } from './product-dialog.tsx'
import { productQuery } from './queries.ts'

interface LinkedProductProps {
  id: number
  onClose: () => void
}

/** The product that a link leads to, as a row of the table opens it. */
export function LinkedProduct({ id, onClose }: LinkedProductProps) {
  const mayEdit = useMayDo('products.edit')
  const { data: product, error, refetch } = useQuery(productQuery(id))
  if (product && mayEdit) return <ProductDialog product={product} onClose={onClose} />
  if (product) return <AssignDialog product={product} mayEdit={false} onClose={onClose} />
  if (!error) return null
  return (
    <Dialog title="Product" onClose={onClose}>
      <LoadFailure title="Couldn’t load the product" onRetry={refetch}>
        {sentenceOf(error)}
      </LoadFailure>
    </Dialog>
  )
}
