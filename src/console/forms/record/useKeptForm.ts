/** What was typed into a form when the session ended, and the record that it was typed over: a save still meets who changed that meanwhile. */
import { type RefObject, useRef, useState } from 'react'
import type { CompiledResource } from '../../../engine/compiled'
import { valueAt } from '../../../engine/conditions'
import { withValue } from '../../../engine/values'
import { useKeepInput, useKeptInput } from '../../keptInput'
import { UNFINISHED } from '../kinds/useDraft'
import type { Values } from './formValues'

export interface KeptForm {
  values: Values
  /** The record as it was read then; absent for a new one. */
  base?: Values
}

/** What a form tells of itself while it is there. */
export interface Typed {
  /** `undefined` while nothing has been changed. */
  read: () => Values | undefined
}

/** @param base the record that the form stands on, when editing */
export function useKeptForm(
  resource: CompiledResource | undefined,
  id: unknown,
  base: () => Values | undefined,
): { typed: RefObject<Typed | null>; kept: KeptForm | undefined; drop: () => void } {
  const typed = useRef<Typed>(null)
  const place = `form/${resource?.name}/${id}`
  const found = useKeptInput<KeptForm>(place)
  useKeepInput(place, () => {
    const values = typed.current?.read()
    if (!values || !resource) return undefined
    const record = base()
    return { values: withoutSecrets(resource, values), ...(record ? { base: record } : {}) }
  })
  const [kept, setKept] = useState(found)
  return { typed, kept, drop: () => setKept(undefined) }
}

/** Passwords are not kept anywhere; half a date is none. */
function withoutSecrets(resource: CompiledResource, values: Values): Values {
  let open: Record<string, unknown> = {}
  for (const field of Object.values(resource.fields)) {
    const value = valueAt(values, field.name)
    if (field.type !== 'password' && value !== undefined && value !== UNFINISHED)
      open = withValue(open, field.name, value)
  }
  return open
}
