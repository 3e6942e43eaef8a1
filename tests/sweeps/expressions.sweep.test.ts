/**
 * Evaluates random config expressions in Chromium, built like the console, and compares the values with the server and
 * with SQL.
 */
import fc from 'fast-check'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { evaluate } from '../../src/engine/expressions/evaluate'
import { packageRoot } from '../../src/server/packageRoot'
import { expressionSql } from '../../src/server/store/records/expressionSql'
import { startChromium } from '../../src/tools/services/chromium'
import { newDatabase } from '../support/databases'
import { anyExpression, recordsOfAll } from '../support/expressions'
import { about, context, inSql, type Row, read, written } from '../support/expressionValues'

/** Builds `evaluate` as a script that defines the global `expressions`. */
async function script(): Promise<string> {
  const built = await build({
    configFile: false,
    root: packageRoot,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: 'src/engine/expressions/evaluate.ts', formats: ['iife'], name: 'expressions' },
    },
  })
  const [{ output }] = built as unknown as [{ output: [{ code: string }] }]
  return output[0].code
}

test('an expression has the same value in Chromium, on the server and in SQL', {
  timeout: 300_000,
}, async () => {
  const seed = 20_261_124
  const samples = fc.sample(fc.tuple(anyExpression, fc.array(recordsOfAll, { minLength: 8, maxLength: 8 })), {
    numRuns: 600,
    seed,
  })
  // Passed as JSON, like config in a browser.
  const asked = JSON.parse(
    JSON.stringify(samples.map(([expression, records]) => ({ expression, records }))),
  ) as { expression: (typeof samples)[number][0]; records: Row[] }[]
  const browser = await startChromium()
  try {
    const page = await browser.newPage({ timezoneId: 'America/New_York', locale: 'tr-TR' })
    await page.addScriptTag({ content: await script() })
    const inChromium = await page.evaluate(
      ([all, context]) =>
        all.map(({ expression, records }) =>
          records.map(record => {
            const own = globalThis as unknown as { expressions: { evaluate: typeof evaluate } }
            // Wrapped in an object to distinguish undefined from null.
            return { value: own.expressions.evaluate(expression, { ...context, record }) }
          }),
        ),
      [asked, about] as const,
    )
    const onServer = asked.map(({ expression, records }) =>
      records.map(record => ({ value: evaluate(expression, { ...about, record }) })),
    )
    expect(inChromium).toEqual(onServer)
    expect(new Set(onServer.flat().map(({ value }) => typeof value)).size).toBeGreaterThan(3)

    const db = await newDatabase()
    for (const [at, { expression, records }] of asked.entries()) {
      const found = await inSql(db, records, expressionSql(expression, context))
      expect(found.map(one => read(expression, one))).toEqual(
        inChromium[at]!.map(({ value }) => written(expression, value)),
      )
    }
  } finally {
    await browser.close()
  }
})
