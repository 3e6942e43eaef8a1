/** "All found records" of every example resource are the records that its list shows for the same filter. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LEVELS } from '../../src/tools/services/site'
import { compileWith } from '../support/config'
import { EXAMPLES } from '../support/configWorld'
import { findRows, insertRow, insertRows } from '../support/rows'
import { atScale } from '../support/scale'
import { startTestApp } from '../support/server'
import { root } from '../support/source'

const files = Object.entries(EXAMPLES).map(([path, example]) => [
  path,
  JSON.parse(readFileSync(join(root, 'config', example), 'utf8')) as object,
])
const config = compileWith(Object.fromEntries(files))
const resources = Object.values(config.shared.resources).filter(
  ({ name, list, dialect }) =>
    list &&
    dialect === 'simple-rest' &&
    Object.keys(EXAMPLES).some(path => path === `resources/${name}.json`),
)

const api = await startTestApp(undefined, { current: () => config })
const { db } = api
await insertRow(db, 'vendors', { name: '누리통신' })

const VALUES = ['가', '나다', '1', 1, 20, true, false, '2026-05-05', null]
/** Records of both vendors with any value that fits no, one or several fields. */
const anyValue = fc.constantFrom(...VALUES)

it.each(resources.map(resource => [resource.name, resource] as const))(
  'of %s',
  async (name, { fields, list }) => {
    const names = Object.keys(fields)
    const data = fc.record(Object.fromEntries(names.map(field => [field, anyValue])), { requiredKeys: [] })
    const rows = fc.sample(data, { numRuns: 40, seed: 7 })
    await insertRows(
      db,
      'records',
      rows.map((row, index) => ({
        resource: name,
        vendor_id: 1 + (index % 2),
        data: JSON.stringify({ ...row, note: 'x' }),
      })),
    )
    const keys = ['q', 'id', ...names, ...(list?.filters ?? []).map(filter => filter.name)]
    const anyFilter = fc.dictionary(fc.constantFrom(...keys), anyValue, { maxKeys: 2 })
    let found = 0
    await fc.assert(
      fc.asyncProperty(anyFilter, fc.constantFrom(...LEVELS), async (filter, who) => {
        const query = `filter=${encodeURIComponent(JSON.stringify(filter))}&range=[0,99]`
        const listed = await api.ask(who, `/api/resources/${name}?${query}`)
        const shown = listed.statusCode === 200 ? listed.json<{ id: number }[]>().map(({ id }) => id) : []
        // A number that no list finds: the refusal says how many there are.
        const body = { name: `all-${name}-${crypto.randomUUID()}`, kind: 'remove', filter, expected: 100_000 }
        const refused = await api.post(who, `/api/bulk/${name}`, body)
        if (refused.statusCode === 403) return
        expect(refused.statusCode).toBe(listed.statusCode === 200 ? 409 : listed.statusCode)
        if (refused.statusCode !== 409) return
        expect(refused.json()).toMatchObject({ code: 'bulk.changed', found: shown.length })
        found += shown.length
      }),
      { numRuns: atScale(25, 500), seed: 3 },
    )
    expect(found).toBeGreaterThan(0)
    expect(await findRows(db, 'records', { resource: name })).toHaveLength(rows.length)
  },
)
