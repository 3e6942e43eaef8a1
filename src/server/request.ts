/** What a request says about itself. */
import type { FastifyRequest } from 'fastify'
import type { Locale } from '../engine/compiled'

const OURS: readonly Locale[] = ['ko', 'en']

/** The language of ours that `Accept-Language` prefers, else the installation's: `en-US,en;q=0.9,ko;q=0.8` → `en`. */
export function preferredLocale(header: string | undefined, fallback: Locale): Locale {
  const wanted = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map(part => {
      const [tag = '', ...settings] = part.trim().toLowerCase().split(';')
      const weight = settings.map(one => /^\s*q=([\d.]+)$/.exec(one)?.[1]).find(Boolean)
      return {
        locale: OURS.find(locale => tag === locale || tag.startsWith(`${locale}-`)),
        weight: Number(weight ?? 1),
      }
    })
    .filter(({ locale, weight }) => locale && weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return wanted[0]?.locale ?? fallback
}

/** The path alone: a query may hold a token. */
export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0]!
