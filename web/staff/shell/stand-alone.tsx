import { createContext, type ReactNode, useContext } from 'react'
import styles from './stand-alone.module.css'

/** Whether a page is inside the frame of logged-in screens, which already has a `<main>`. */
export const InFrame = createContext(false)

/** Wraps a message that fills a whole page. */
export function StandAlone({ children }: { children: ReactNode }) {
  const Place = useContext(InFrame) ? 'div' : 'main'
  return <Place className={styles.place}>{children}</Place>
}
