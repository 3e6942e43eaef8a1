/**
 * Fills in defaults that are read from referenced records, such as the name of the chosen model. When the user
 * chooses another record, the default is updated, unless the user has changed the value.
 */
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { type RaRecord, useDataProvider } from 'ra-core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { CompiledField, CompiledResource } from '../../../engine/compiled'
import { partsOf } from '../../../engine/expressions/expression'
import { isSameValue } from '../../../engine/recordValue'
import { defaultOf, type WriteContext } from '../../../engine/validation/writableRecord'
import { emptyValueOf, isEmptyValue } from '../../../engine/values'
import type { Values } from './formValues'

interface ReferredDefaultsProps {
  resource: CompiledResource
  writing: WriteContext
  /** The path of the record's values in the form, such as `rows.0`; absent if they are at its top level. */
  parentPath?: string
}

export function ReferredDefaults({ resource, writing, parentPath }: ReferredDefaultsProps) {
  if (writing.action !== 'create') return null
  return Object.values(resource.fields).map(field => {
    const references = referencesInDefault(field).flatMap(name => resource.fields[name] ?? [])
    if (references.length === 0) return null
    return (
      <ReferredDefault
        key={field.name}
        field={field}
        references={references}
        writing={writing}
        parentPath={parentPath}
      />
    )
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
  parentPath: string | undefined
}

function ReferredDefault({ field, references, writing, parentPath }: ReferredDefaultProps) {
  const { getValues, setValue } = useFormContext()
  const pathOf = ({ name }: CompiledField) => (parentPath ? `${parentPath}.${name}` : name)
  const path = pathOf(field)
  const defaultFrom = (referenced: WriteContext['referenced']) => {
    const record = ((parentPath ? getValues(parentPath) : getValues()) ?? {}) as Values
    return (
      defaultOf(field, { ...writing, record, referenced: referenced ?? {} })?.value ?? emptyValueOf(field)
    )
  }
  /** The initial value, then the last one that was filled in. If the field differs, the user has changed it. */
  const [filledIn, setFilledIn] = useState(() => defaultFrom({}))
  const { records, isReady } = useReferencedRecords(references, useWatch({ name: references.map(pathOf) }))
  const fillIn = useEffectEvent((referencedRecords: readonly (RaRecord | undefined)[]) => {
    const newDefault = defaultFrom(
      Object.fromEntries(references.map(({ name }, index) => [name, referencedRecords[index]])),
    )
    const current = getValues(path)
    // A restored form may already contain the new default, which is then not a change by the user.
    if (!isSameValue(current, filledIn) && !isSameValue(current, newDefault)) return
    setFilledIn(newDefault)
    if (!isSameValue(current, newDefault)) setValue(path, newDefault, { shouldDirty: true })
  })
  useEffect(() => {
    if (isReady) fillIn(records)
  }, [isReady, records])
  return null
}

/**
 * The chosen records in the order of the references, `undefined` where one is missing. `isReady`: nothing is loading,
 * and at least one record was read.
 */
function useReferencedRecords(references: readonly CompiledField[], ids: readonly unknown[]) {
  const dataProvider = useDataProvider()
  return useQueries({
    // The query key of react-admin's `useGetOne`, so that both share the cache.
    queries: references.map((field, index) => {
      const id = ids[index] as RaRecord['id']
      const resource = field.reference!
      return {
        queryKey: [resource, 'getOne', { id: String(id), meta: undefined }],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await dataProvider.getOne<RaRecord>(resource, { id, signal })).data,
        enabled: !isEmptyValue(field, id),
        retry: false,
      }
    }),
    combine: readRecords,
  })
}

/** Defined once: with a stable `combine`, react-query returns the same object until a result changes. */
const readRecords = (results: UseQueryResult<RaRecord>[]) => ({
  records: results.map(({ data }) => data),
  isReady: results.some(({ data }) => data !== undefined) && results.every(({ isLoading }) => !isLoading),
})
