/** Which backend answers for a resource, as the `meta` of react-admin's calls (`api/dataProvider.ts`). */
import type { CompiledConfig, CompiledField, CompiledResource } from '../../engine/compiled'

/** The generic store, for resources that §7 knows as choices only (models, bunches, order methods). */
const ADMINISTERED = { administered: true } as const

type Meta = typeof ADMINISTERED | undefined

/** For the screens on which the records themselves are edited. */
export const recordMeta = ({ dialect }: Pick<CompiledResource, 'dialect'>): Meta =>
  dialect === 'simple-rest' ? ADMINISTERED : undefined

/**
 * For the choices of a reference. A field that config adds may point to a resource for which §7 has no complete list (bunches come
 * by batch, methods by code) and needs the generic store; a field of the product keeps to §7, so that it works on a server that
 * has nothing else (decision 22).
 */
export function referenceMeta(
  { resources }: Pick<CompiledConfig, 'resources'>,
  field: Pick<CompiledField, 'stored'> | undefined,
  reference: string,
): Meta {
  const resource = resources[reference]
  return field?.stored === 'extra' && resource ? recordMeta(resource) : undefined
}
