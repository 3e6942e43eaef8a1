/**
 * What the commands of `npm run` have in common: sentences in the language of the terminal, an outcome, an exit code.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageTranslator } from '../server/config/openConfig'
import type { Env } from '../server/start/env'
import { terminalLocale, whyNotStarted } from '../server/start/startProblem'
import { connectDatabase, type Db } from '../server/store/database'
import { errorCode } from '../server/store/failures'
import { FolderInUse } from '../server/store/pglite/dataFolder'

/** A sentence of `i18n/{locale}/config.json`. */
export type Say = (key: string, params?: Readonly<Record<string, string | number>>) => string

/** What a command prints, to stderr where it failed. */
export interface Outcome {
  text: string
  ok: boolean
}

export const done = (...lines: string[]): Outcome => ({ text: lines.join('\n'), ok: true })
export const failed = (...lines: string[]): Outcome => ({ text: lines.join('\n'), ok: false })

/** Runs a command with its arguments. Whatever it throws is said in a sentence. */
export async function runCommand(work: (args: string[], say: Say) => Promise<Outcome>): Promise<void> {
  const translate = await packageTranslator()
  const say: Say = (key, params) => translate(terminalLocale(), `config.${key}`, params)
  print(await work(process.argv.slice(2), say).catch((error: unknown) => failed(whyNotStarted(error))))
}

export function print({ text, ok }: Outcome): void {
  const stream = ok ? process.stdout : process.stderr
  stream.write(`${text}\n`)
  if (!ok) process.exitCode = 1
}

/** Where records are: a PostgreSQL, or else a folder. */
export type DataPlace = Pick<Env, 'databaseUrl' | 'data'>

/**
 * Looks at stored records without bringing their tables up to date. Where they cannot be reached, a sentence says why.
 *
 * @param whenInUse what is done instead where a server holds the data folder
 */
export async function lookAtData(
  { databaseUrl, data }: DataPlace,
  say: Say,
  look: (db: Db) => Promise<Outcome>,
  whenInUse = async () => failed(say('data.inUse')),
): Promise<Outcome> {
  if (!databaseUrl && !existsSync(join(data, 'pg'))) return done(say('data.none', { place: data }))
  try {
    await using db = await connectDatabase(databaseUrl ? { url: databaseUrl } : { folder: data })
    return await look(db)
  } catch (error) {
    if (error instanceof FolderInUse) return whenInUse()
    // 42…: the tables are not there yet, or of an earlier version.
    return failed(say(errorCode(error)?.startsWith('42') ? 'data.old' : 'data.unreachable'))
  }
}
