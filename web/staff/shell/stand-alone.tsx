import { createContext, type ReactNode, useContext } from 'react'
import styles from './stand-alone.module.css'

/** Whether a page stands in the frame of signed-in screens, whose `<main>` it is then in. */
export const InFrame = createContext(false)

/** The place of a message that is a whole page. */
export function StandAlone({ children }: { children: ReactNode }) {
  const Place = useContext(InFrame) ? 'div' : 'main'
  return <Place className={styles.place}>{children}</Place>
}
