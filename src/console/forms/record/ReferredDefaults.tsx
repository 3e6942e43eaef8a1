/**
 * Defaults that come from records which references lead to: filled in once they are chosen, until the user writes
 * something else.
 */
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { type RaRecord, useDataProvider } from 'ra-core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { CompiledField, CompiledResource } from '../../../engine/compiled'
import { partsOf } from '../../../engine/expressions/expression'
import { defaultOf, type WriteContext } from '../../../engine/validation/writableRecord'
import { emptyValueOf, isNothing } from '../../../engine/values'
import type { Values } from './formValues'

interface ReferredDefaultsProps {
  resource: CompiledResource
  writing: WriteContext
  /** The path of the values in the form, if they are not at its top. */
  below?: string
}

export function ReferredDefaults({ resource, writing, below }: ReferredDefaultsProps) {
  if (writing.action !== 'create') return null
  return Object.values(resource.fields).flatMap(field => {
    const references = referencesInDefault(field).flatMap(name => resource.fields[name] ?? [])
    return references.length === 0
      ? []
      : [
          <ReferredDefault
            key={field.name}
            field={field}
            references={references}
            writing={writing}
            below={below}
          />,
        ]
  })
}

/** The names of the reference fields that the default of a field reads from, each once. */
function referencesInDefault({ defaultExpression }: CompiledField): string[] {
  const parts = defaultExpression ? partsOf(defaultExpression) : []
  return [...new Set(parts.flatMap(part => (part.op === 'referenced' ? [part.from] : [])))]
}

interface ReferredDefaultProps {
  field: CompiledField
  references: readonly CompiledField[]
  writing: WriteContext
  below: string | undefined
}

function ReferredDefault({ field, references, writing, below }: ReferredDefaultProps) {
  const { getValues, setValue } = useFormContext()
  const pathOf = ({ name }: CompiledField) => (below ? `${below}.${name}` : name)
  const path = pathOf(field)
  const valueFrom = (referenced: WriteContext['referenced']) => {
    const record = ((below ? getValues(below) : getValues()) ?? {}) as Values
    return (
      defaultOf(field, { ...writing, record, referenced: referenced ?? {} })?.value ?? emptyValueOf(field)
    )
  }
  /**
   * What the form began with, then the last value that was filled in: while the field has it, the user has not changed
   * it.
   */
  const [filled, setFilled] = useState(() => valueFrom({}))
  const { records, isReady } = useChosen(references, useWatch({ name: references.map(pathOf) }))
  const fill = useEffectEvent((read: readonly (RaRecord | undefined)[]) => {
    const next = valueFrom(Object.fromEntries(references.map(({ name }, at) => [name, read[at]])))
    const now = getValues(path)
    // A form that is restored may have been filled in before.
    if (!isSame(now, filled) && !isSame(now, next)) return
    setFilled(next)
    if (!isSame(now, next)) setValue(path, next, { shouldDirty: true })
  })
  useEffect(() => {
    if (isReady) fill(records)
  }, [isReady, records])
  return null
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The records that are chosen, in the order of the references; `isReady` once each of them was read or cannot be. */
function useChosen(references: readonly CompiledField[], chosen: readonly unknown[]) {
  const dataProvider = useDataProvider()
  return useQueries({
    // As `useGetOne` of react-admin, with which the cache is shared.
    queries: references.map((field, at) => {
      const id = chosen[at] as RaRecord['id']
      const resource = field.reference!
      return {
        queryKey: [resource, 'getOne', { id: String(id), meta: undefined }],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await dataProvider.getOne<RaRecord>(resource, { id, signal })).data,
        enabled: !isNothing(field, id),
        retry: false,
      }
    }),
    combine: readRecords,
  })
}

/** Outside the component, so that the result stays the same object while nothing in it changes. */
const readRecords = (results: UseQueryResult<RaRecord>[]) => ({
  records: results.map(({ data }) => data),
  isReady: results.some(({ data }) => data !== undefined) && results.every(({ isLoading }) => !isLoading),
})
