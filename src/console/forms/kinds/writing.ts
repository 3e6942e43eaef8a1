/** Who writes in this form, for inputs that offer each user something else (levels up to one's own, §6). */
import { createContext, useContext } from 'react'
import type { Writing } from '../../../engine/writableRecord'

const WritingContext = createContext<Writing | undefined>(undefined)

export const WritingProvider = WritingContext.Provider

export function useWriting(): Writing {
  const writing = useContext(WritingContext)
  if (!writing) throw new Error('useWriting is called outside of a form')
  return writing
}
