/** The user's own account, as the profile changes it (§2 Profile). */
import type { CompiledResource } from './compiled'

/** What everybody may change of themselves, beside the password. */
export const OWN_FIELDS = ['name', 'email', 'phone', 'zone', 'duty'] as const
export type OwnField = (typeof OWN_FIELDS)[number]

/** The fields keep their rules from config; their levels are lifted, since everybody may change their own account. */
export function ownResource(clients: CompiledResource): CompiledResource {
  const fields = OWN_FIELDS.flatMap(name => {
    const field = clients.fields[name]
    return field ? [[name, { ...field, read: 'none', write: 'none' } as const] as const] : []
  })
  return { ...clients, fields: Object.fromEntries(fields) }
}
