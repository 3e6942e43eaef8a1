/** One's own account, as the profile changes it (§2 Profile). */
import type { CompiledResource } from './compiled'

/** What everybody may change of themselves, beside the password. */
export const OWN_FIELDS = ['name', 'email', 'phone', 'zone', 'duty'] as const
export type OwnField = (typeof OWN_FIELDS)[number]

/** The rules of these fields are config's, but everybody may change their own, whoever may change others'. */
export function ownResource(clients: CompiledResource): CompiledResource {
  const fields = OWN_FIELDS.flatMap(name => {
    const field = clients.fields[name]
    return field ? [[name, { ...field, read: 'none', write: 'none' } as const] as const] : []
  })
  return { ...clients, fields: Object.fromEntries(fields) }
}
