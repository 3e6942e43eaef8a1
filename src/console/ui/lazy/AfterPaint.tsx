/** Renders its children after the first paint, and until then a cheap placeholder of the same size. */
import { type ReactNode, useDeferredValue } from 'react'

interface AfterPaintProps {
  placeholder: ReactNode
  children: ReactNode
}

export const AfterPaint = ({ placeholder, children }: AfterPaintProps) =>
  useIsPainted() ? children : placeholder

/** False in the first render, true in the deferred one after it. */
export const useIsPainted = () => useDeferredValue(true, false)
