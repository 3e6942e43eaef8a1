/** `/api/openapi.json` describes in words the rules of config that JSON Schema cannot express. */
import { describe, expect, test } from 'vitest'
import { describeApi } from '../../src/engine/openapi'
import { conditionText } from '../../src/engine/openapi/conditionText'
import { compileWith } from '../support/config'
import { configFiles } from '../support/configFiles'

const files = configFiles()
const exampleOf = (name: string) => JSON.parse(files[`examples/${name}.json`]!)
const { shared } = compileWith({
  ...Object.fromEntries(
    ['contracts', 'rentals', 'sim-stock'].map(name => [`resources/${name}.json`, exampleOf(name)]),
  ),
  'resources/devices.json': ({ fields }) =>
    Object.assign(fields, { site: { type: 'text', label: '설치 장소', max: 20 } }),
})

interface Described {
  description: string
  'x-rules'?: unknown
  required?: string[]
  properties: Record<string, { description: string; readOnly?: boolean }>
}
const { schemas } = (describeApi(shared) as unknown as { components: { schemas: Record<string, Described> } })
  .components
const createSchema = (name: string) => schemas[`resource.${name}.create`]!

describe('the OpenAPI document describes', () => {
  test('the rules over several fields, by name', () => {
    expect(createSchema('rentals').description).toMatch(
      /period: 종료일은 시작일보다 뒤여야 합니다\. \/ The end/,
    )
  })

  test('the expression of such a rule, and the field that shows its message', () => {
    const { checks = [] } = exampleOf('rentals') as { checks: { name: string; check: string; at?: string }[] }
    const rules = checks.map(({ name, check, at }) => ({ rule: name, check, ...(at && { at }) }))
    expect(rules).toContainEqual({ rule: 'period', check: 'empty(end) || end > begin', at: 'end' })
    for (const { 'x-rules': described } of [createSchema('rentals'), schemas['resource.rentals.edit']!])
      expect(described).toEqual(rules)
    expect(createSchema('contracts')).not.toHaveProperty('x-rules', [])
  })

  test('computed fields as read-only', () => {
    const { properties } = createSchema('rentals')
    expect(properties.total!.readOnly).toBe(true)
    expect(properties.total!.description).toContain('Computed by the server at each save')
    expect(properties.price!.description).toContain(
      "Required if kind == 'month'. Accepted only if kind == 'month'",
    )
    expect(properties.begin!.description).toContain('Computed by the server if it is not sent')
  })

  test('conditions, in the syntax of expressions', () => {
    const kinds = { field: 'kind', in: ['month', 'trial'] }
    expect(conditionText({ any: [kinds, { field: 'price', gt: 3, lt: 9 }, { level: 'vendor' }] })).toBe(
      "kind in ['month', 'trial'] || price > 3 && price < 9 || user.level >= level.vendor",
    )
    const [end, note] = [
      { field: 'end', empty: true },
      { field: 'note', empty: false },
    ]
    expect(conditionText({ all: [end, note, { action: 'edit' }, { field: 'size', ne: 2 }] })).toBe(
      "empty(end) && !empty(note) && action == 'edit' && size != 2",
    )
  })

  test('the bounds of dates, and unique fields', () => {
    const { ends } = createSchema('contracts').properties
    expect(ends!.description).toContain('At the earliest the value of begins')
    expect(ends!.description).toMatch(/At the latest today \+ \d+ year/)
    const all = Object.values(createSchema('sim-stock').properties).map(({ description }) => description)
    expect(all.filter(text => text?.includes('No two records')).length).toBeGreaterThan(0)
  })

  test('fields with a computed default as optional', () => {
    const defaults = Object.values(shared.resources.rentals!.fields)
      .filter(({ defaultExpression }) => defaultExpression)
      .map(({ name }) => name)
    expect(defaults).toContain('begin')
    expect((createSchema('rentals').required ?? []).filter(name => defaults.includes(name))).toEqual([])
  })
})
