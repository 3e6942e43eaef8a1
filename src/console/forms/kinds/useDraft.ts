/** A date while it is entered: half of it is no value of the form yet, and must not be taken away by it. */
import type { Dayjs } from 'dayjs'
import { useState } from 'react'
import { type FieldInput, shownText } from './input'

/** Stands in the form for a date that is not whole: no validator takes it. */
export const UNFINISHED = '\u2026'

/** Between the form's text and a date. */
export interface DateForms {
  read: (value: string) => Dayjs | null
  write: (date: Dayjs) => string
}

/** The picker's value and its change handler for a field of the form. */
export function useDraft({ value, change }: FieldInput, { read, write }: DateForms) {
  const text = shownText(value)
  const [draft, setDraft] = useState<Dayjs | null>(() => read(text))
  const [seen, setSeen] = useState(text)
  if (text !== seen) {
    setSeen(text)
    if (text !== UNFINISHED && text !== written(draft)) setDraft(read(text))
  }

  function written(date: Dayjs | null): string {
    if (date === null) return ''
    return date.isValid() ? write(date) : UNFINISHED
  }
  const enter = (next: Dayjs | null) => {
    setDraft(next)
    change(written(next) || null)
  }
  /** The picker says nothing of a date that is begun and not finished: asked when the user goes on. */
  const leave = (begun: boolean) => {
    if (draft === null && begun !== (text === UNFINISHED)) change(begun ? UNFINISHED : null)
  }
  return { draft, enter, leave }
}
