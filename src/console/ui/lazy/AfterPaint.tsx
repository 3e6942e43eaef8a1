/** Renders its children after the first paint; until then a cheap stand-in of the same size. */
import { type ReactNode, useDeferredValue } from 'react'

interface AfterPaintProps {
  standIn: ReactNode
  children: ReactNode
}

export const AfterPaint = ({ standIn, children }: AfterPaintProps) => (useIsPainted() ? children : standIn)

/** False in the first render, true in the deferred one after it. */
export const useIsPainted = () => useDeferredValue(true, false)
