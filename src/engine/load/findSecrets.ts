/** No secret belongs in `config/`: what is there is sent to browsers and kept in git. */
import type { JsonSource } from './JsonSource'
import type { Steps } from './problems'

/** Values that are secrets whatever their key says: keys, tokens, addresses with a password. */
const SECRET_VALUES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/,
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:[^\s/@]+@/i,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\b(?:gh[pousr]_|sk_live_|xox[baprs]-|AIza)[\w-]{16,}/,
]

const SECRET_KEYS = /(secret|passwd|api_?key|private_?key|credential|database_?url)|^(password|token)$/i

/** Reports values that look like secrets: those with a telling form, and one-word values of a telling key. */
export function findSecrets(source: JsonSource): void {
  visit(source, source.value, [])
}

function visit(source: JsonSource, value: unknown, at: Steps): void {
  if (typeof value === 'string') {
    const key = String(at.at(-1) ?? '')
    const telling = SECRET_KEYS.test(key) && /^[!-~]{6,}$/.test(value)
    if (telling || SECRET_VALUES.some(form => form.test(value))) source.report(at, 'secret')
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      visit(source, one, [...at, Array.isArray(value) ? Number(key) : key])
    }
  }
}
