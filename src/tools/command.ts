/** Runs a command of `npm run`: sentences in the language of the terminal, an outcome, an exit code. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageTranslator } from '../server/config/openConfig'
import type { Env } from '../server/start/env'
import { assertNode } from '../server/start/nodeVersion'
import { terminalLocale, whyNotStarted } from '../server/start/startProblem'
import { connectDatabase, type Db } from '../server/store/database'
import { errorCode } from '../server/store/failures'

/** Returns a sentence of `i18n/{locale}/config.json`. */
export type SentenceOf = (key: string, params?: Readonly<Record<string, string | number>>) => string

/** The output of a command; printed to stderr if it failed. */
export interface Outcome {
  text: string
  ok: boolean
}

export const done = (...lines: string[]): Outcome => ({ text: lines.join('\n'), ok: true })
export const failed = (...lines: string[]): Outcome => ({ text: lines.join('\n'), ok: false })

/** Runs a command with its arguments. Prints a sentence for any error that it throws. */
export async function runCommand(
  work: (args: string[], sentence: SentenceOf) => Promise<Outcome>,
): Promise<void> {
  const translate = await packageTranslator()
  const sentence: SentenceOf = (key, params) => translate(terminalLocale(), `config.${key}`, params)
  const run = async () => {
    assertNode()
    return work(process.argv.slice(2), sentence)
  }
  print(await run().catch((error: unknown) => failed(whyNotStarted(error))))
}

export function print({ text, ok }: Outcome): void {
  const stream = ok ? process.stdout : process.stderr
  stream.write(`${text}\n`)
  if (!ok) process.exitCode = 1
}

/** The location of the records: a PostgreSQL database or a data folder. */
export type DataPlace = Pick<Env, 'databaseUrl' | 'data'>

/**
 * Reads stored records without migrating. If the database cannot be opened, the outcome explains why.
 *
 * @param whenInUse called instead if a running server holds the data folder
 */
export async function inspectData(
  { databaseUrl, data }: DataPlace,
  sentence: SentenceOf,
  inspect: (db: Db) => Promise<Outcome>,
  whenInUse = async () => failed(sentence('data.inUse')),
): Promise<Outcome> {
  if (!databaseUrl && !existsSync(join(data, 'pg'))) return done(sentence('data.none', { place: data }))
  try {
    await using db = await connectDatabase(databaseUrl ? { url: databaseUrl } : { folder: data })
    return await inspect(db)
  } catch (error) {
    if (errorCode(error) === 'folderInUse') return whenInUse()
    // 42…: the tables do not exist or are of an earlier version.
    return failed(sentence(errorCode(error)?.startsWith('42') ? 'data.old' : 'data.unreachable'))
  }
}
