/** Defaults that come from a record which a reference leads to: filled in once it is chosen, until the user writes something else. */
import { useGetOne } from 'ra-core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { CompiledField, CompiledResource } from '../../../engine/compiled'
import { partsOf } from '../../../engine/expressions/expression'
import { isNothing, nothingOf } from '../../../engine/values'
import { defaultOf, type Writing } from '../../../engine/writableRecord'
import type { Values } from './formValues'

interface ReferredDefaultsProps {
  resource: CompiledResource
  writing: Writing
}

/** The reference that a default follows. */
const followed = ({ defaultExpression }: CompiledField): string | undefined =>
  defaultExpression &&
  partsOf(defaultExpression).flatMap(part => (part.op === 'beyond' ? [part.from] : []))[0]

export function ReferredDefaults({ resource, writing }: ReferredDefaultsProps) {
  if (writing.action !== 'create') return null
  return Object.values(resource.fields).flatMap(field => {
    const reference = resource.fields[followed(field) ?? '']
    return reference ? [<ReferredDefault key={field.name} {...{ field, reference, writing }} />] : []
  })
}

function ReferredDefault({
  field,
  reference,
  writing,
}: {
  field: CompiledField
  reference: CompiledField
  writing: Writing
}) {
  const { getValues, setValue } = useFormContext()
  /** What stands there if the user has not written anything. */
  const filled = useRef<unknown>(getValues(field.name))
  const chosen: unknown = useWatch({ name: reference.name })
  const isChosen = !isNothing(reference, chosen)
  const { data } = useGetOne(
    reference.reference!,
    { id: chosen as string | number },
    { enabled: isChosen, retry: false },
  )
  const record = isChosen ? data : undefined
  const fill = useEffectEvent(() => {
    if (JSON.stringify(getValues(field.name)) !== JSON.stringify(filled.current)) return
    const begun = defaultOf(field, {
      ...writing,
      record: getValues() as Values,
      beyond: { [reference.name]: record },
    })
    filled.current = begun?.value ?? nothingOf(field)
    setValue(field.name, filled.current, { shouldDirty: true })
  })
  useEffect(() => {
    if (record) fill()
  }, [record])
  return null
}
