/** Optimistic locking of records: the server refuses a save of an outdated state (409). */
import { useRef } from 'react'
import { isObject } from '../../domain/own'
import { failureBody } from './client'
import { isOutcomeUnknown } from './delivery'

type Values = Readonly<Record<string, unknown>>

/** The record as another user has saved it, if the save was refused for that reason. */
export function conflictingRecord(error: unknown): Values | undefined {
  const { code, record } = failureBody(error)
  return code === 'conflict' && isObject(record) ? record : undefined
}

interface SaveOverOptions<Input, Saved> {
  /** Saves the input as a change of this state of the record. */
  save: (current: Values, input: Input) => Promise<Saved>
  /** Whether the record has all that was entered. */
  isSaved: (record: Values, input: Input) => boolean
  /** Called with the record as the user's own earlier save has left it. */
  onEarlierSave: (record: Values) => void
}

/**
 * Saves input over a state of the record. A conflict with the user's own earlier save whose answer was lost is not
 * shown: the input is saved over the record which that save has left.
 */
export function useSaveOver<Input, Saved>({ save, isSaved, onEarlierSave }: SaveOverOptions<Input, Saved>) {
  /** The input of the last save, where that got no answer. */
  const unanswered = useRef<Input>(undefined)
  return async function saveOver(current: Values, input: Input): Promise<Saved> {
    try {
      const saved = await save(current, input)
      unanswered.current = undefined
      return saved
    } catch (error) {
      const earlierInput = unanswered.current
      unanswered.current = isOutcomeUnknown(error) ? input : undefined
      const record = conflictingRecord(error)
      if (!record || !earlierInput || !isSaved(record, earlierInput)) throw error
      onEarlierSave(record)
      return saveOver(record, input)
    }
  }
}
