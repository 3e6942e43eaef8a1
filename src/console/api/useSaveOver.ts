/** Saves with optimistic locking: the server refuses to save over a record that was changed in the meantime (409). */
import { useRef } from 'react'
import { isObject } from '../../domain/own'
import { failureBody } from './client'
import { isOutcomeUnknown } from './delivery'

type Values = Readonly<Record<string, unknown>>

/** The current record, if a save was refused because another user has changed it. */
export function conflictingRecord(error: unknown): Values | undefined {
  const { code, record } = failureBody(error)
  return code === 'conflict' && isObject(record) ? record : undefined
}

interface SaveOverOptions<Input, Saved> {
  /** Saves the input over this state of the record. */
  save: (current: Values, input: Input) => Promise<Saved>
  /** Whether the record contains the whole input. */
  isSaved: (record: Values, input: Input) => boolean
  /** Called with the record if it turns out that the user's earlier save was done. */
  onEarlierSave: (record: Values) => void
}

/**
 * Returns a function that saves input over a state of the record. If the response of an earlier save was lost, the next
 * save conflicts with the user's own change. That conflict is not shown: the input is saved over the changed record.
 */
export function useSaveOver<Input, Saved>({ save, isSaved, onEarlierSave }: SaveOverOptions<Input, Saved>) {
  /** The input of the last save, if that got no reliable response. */
  const unansweredInput = useRef<Input>(undefined)
  return async function saveOver(current: Values, input: Input): Promise<Saved> {
    try {
      const saved = await save(current, input)
      unansweredInput.current = undefined
      return saved
    } catch (error) {
      const earlierInput = unansweredInput.current
      unansweredInput.current = isOutcomeUnknown(error) ? input : undefined
      const record = conflictingRecord(error)
      if (!record || !earlierInput || !isSaved(record, earlierInput)) throw error
      onEarlierSave(record)
      return saveOver(record, input)
    }
  }
}
