/**
 * A property over every example resource: rows that the check in the browser accepts, and that the server's check does
 * not refuse, are stored with the values that the browser has read.
 */
import { basename } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CompiledField } from '../../src/engine/compiled'
import { isSameValue, valueAt } from '../../src/engine/recordValue'
import { importPlan, type RosterRecord, type RosterRow, rosterReader } from '../../src/engine/roster'
import { normalise } from '../../src/engine/values'
import type { Caller } from '../../src/server/caller'
import { checkImport, compareImport, importSheet } from '../../src/server/commands/imports/importSheet'
import { readSheet, writeXlsx } from '../../src/sheet'
import { compileWith, testConfig } from '../support/config'
import { configFiles } from '../support/configFiles'
import { rosterSettings } from '../support/rosterWorld'
import { findRow, findRows, insertRow } from '../support/rows'
import { startTestApp } from '../support/server'

const PATHS = ['contracts', 'quotes/quotes', 'rentals', 'repairs', 'sim-stock', 'sims', 'teams', 'visits']
const NAMES = PATHS.map(path => basename(path))
const files = configFiles()
const compiled = compileWith(
  Object.fromEntries(
    [...PATHS, 'quotes/quote-lines'].map(path => {
      const file = JSON.parse(files[`examples/${path}.json`]!)
      return [`resources/${basename(path)}.json`, { import: file.access?.create ?? 'master', ...file }]
    }),
  ),
)
const config = { ...testConfig(), current: () => compiled }
const { db } = await startTestApp(undefined, { config })
const { shared } = compiled
const { id, level, name, email, vendor_id } = await findRow(db, 'clients', { email: 'master@test.local' })
await insertRow(db, 'sessions', { id: 'test', client_id: id })
const caller: Caller = {
  id,
  level,
  name,
  email,
  vendor: vendor_id,
  levels: shared.levels.numbers,
  session: 'test',
  origin: '',
  request: '',
}

/** A cell that may fit the field. */
function cellFor({ type, choices = [], reference }: CompiledField): fc.Arbitrary<string> {
  const odd = fc.constantFrom('', '', '?', '-1', '2026-13-01')
  const fitting: Partial<Record<CompiledField['type'], fc.Arbitrary<string>>> = {
    number: fc.integer({ min: 0, max: 400 }).map(String),
    boolean: fc.constantFrom('예', '아니오', 'yes'),
    date: fc.constantFrom('2026-12-01', '2026-12-24', '2027-01-31'),
    datetime: fc.constantFrom('2026-12-01 09:00', '2026-12-24 23:59'),
    phone: fc.constantFrom('010-1234-5678', '02-123-4567'),
    email: fc.constantFrom('a@x.kr', 'b@x.kr'),
  }
  const words = choices.flatMap(({ value, label }) => [String(value), label.ko, label.en])
  if (words.length > 0) return fc.oneof(fc.constantFrom(...words), odd)
  // No record has this name: references are left empty, or refused by the server.
  if (reference) return fc.constantFrom('', '', '', '없는 이름')
  const text = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.integer({ min: 0, max: 10 ** 9 }).map(number => `8982${String(number).padStart(15, '0')}`),
  )
  return fc.oneof({ weight: 5, arbitrary: fitting[type] ?? text }, { weight: 1, arbitrary: odd })
}

describe.each(NAMES)('A sheet of %s', resource => {
  const plan = importPlan(shared, resource)!
  const rowOf = fc.tuple(...plan.columns.map(({ field }) => cellFor(plan.resource.fields[field]!)))

  it('stores what the check in the browser and on the server accept', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(rowOf, { minLength: 1, maxLength: 12 }), async rows => {
        await db.deleteFrom('records').execute()
        const sheet = (cells: readonly (readonly string[])[]) =>
          writeXlsx([
            {
              name: 'x',
              columns: plan.columns.map(({ header }) => ({ header: header.ko, width: 9 })),
              rows: cells,
            },
          ])
        const read = await readAll(sheet(rows))
        const refusedByBrowser = read.flatMap(({ record, problems }) =>
          problems.length > 0 ? [record.row] : [],
        )
        const settings = rosterSettings(config)
        const checked = await checkImport(
          db,
          caller,
          {
            rows: read.map(({ record: { isInvalid = false, ...record } }) => ({
              ...record,
              cleared: [],
              invalid: isInvalid,
            })),
          },
          settings,
          resource,
        )
        const refused = new Set([...refusedByBrowser, ...checked.map(({ row }) => row)])
        const compared = await compareImport(db, caller, sheet(rows), settings, { resource, mode: 'add' })
        expect(new Set(compared.rows.map(({ row }) => row))).toEqual(refused)
        const accepted = read.filter(({ record }) => !refused.has(record.row))
        if (accepted.length === 0) return
        const kept = rows.filter(
          (_, index) => !refused.has(index + 2) && rows[index]!.some(cell => cell !== ''),
        )
        const { added } = await importSheet(db, caller, sheet(kept), settings, { resource, mode: 'add' })
        expect(added).toBe(accepted.length)
        const stored = await findRows(db, 'records')
        for (const [index, { record }] of accepted.entries())
          for (const [field, value] of Object.entries(record.extra)) {
            const { data } = stored[index]!
            const normalised = normalise(plan.resource.fields[field]!, value)
            expect([field, isSameValue(valueAt(data as Record<string, unknown>, field), normalised)]).toEqual(
              [field, true],
            )
          }
      }),
      { numRuns: 6, seed: 35 },
    )
  })

  async function readAll(file: AsyncIterable<Uint8Array>) {
    const read: { record: RosterRecord; problems: unknown[] }[] = []
    let reader: ((row: RosterRow) => (typeof read)[number]) | undefined
    for await (const row of readSheet(file)) {
      if (reader) read.push(reader(row))
      else {
        const opened = rosterReader(row, {
          plan,
          config: shared,
          level,
          user: { id, vendor: vendor_id, name, email },
          locale: 'ko',
        })
        if ('problems' in opened) throw new Error(JSON.stringify(opened.problems))
        reader = opened.reader.read
      }
    }
    return read
  }
})
