/** Values of the chosen records, on which the choices of fields depend. */
import { useQuery } from '@tanstack/react-query'
import { useFleet } from '../../api/fleet'
import type { Values } from '../../forms/record/formValues'
import type { BulkDialogProps } from './fields'

interface ChosenValues {
  /** Values that all records have. */
  shared: Values
  /** Values that most records have: the initial values of fields that only narrow the choices of others. */
  usual: Values
}

const NONE: ChosenValues = { shared: {}, usual: {} }

/** @returns undefined until the values have loaded; no values if the server does not have the call */
export function useChosenValues({
  action,
  resource,
  choice,
  count,
  shown = [],
}: BulkDialogProps): ChosenValues | undefined {
  const fleet = useFleet()
  const isDependent = Object.values(resource.fields).some(({ dependsOn }) => dependsOn)
  const needsServer = shown.length < count && action !== 'remove' && isDependent
  const { data, isPending } = useQuery({
    queryKey: [resource.name, 'chosenValues', choice],
    queryFn: async ({ signal }) =>
      (await fleet.chosenValues(resource, { choice, expected: count }, signal)) ?? NONE,
    enabled: needsServer,
    retry: false,
    gcTime: 0,
  })
  if (!needsServer) return valuesOf(shown)
  return isPending ? undefined : (data ?? NONE)
}

function valuesOf(records: readonly Values[]): ChosenValues {
  const usual: Record<string, unknown> = {}
  const shared: Record<string, unknown> = {}
  for (const name of Object.keys(records[0] ?? {})) {
    const counts = new Map<unknown, number>()
    for (const { [name]: value } of records) counts.set(value, (counts.get(value) ?? 0) + 1)
    usual[name] = [...counts].reduce((most, next) => (next[1] > most[1] ? next : most))[0]
    if (counts.size === 1) shared[name] = usual[name]
  }
  return { shared, usual }
}
