/** `npm run config:check -- --data`: the config held against what is stored, with counts. It changes nothing. */
import { access, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CompiledConfig, Locale } from '../../engine/compiled'
import type { Translate } from '../../engine/load/translator'
import { pick } from '../../engine/text'
import type { Env } from '../../server/env'
import { connectDatabase, type Db } from '../../server/store/database'
import { sqlState } from '../../server/store/failures'
import { FolderInUse } from '../../server/store/pglite/dataFolder'
import { type Finding, Findings } from './findings'
import { storedRecords } from './storedRecords'

export interface DataCheck {
  /** Lines to be read, in the order of the files. */
  lines: string[]
  ok: boolean
}

type Place = Pick<Env, 'data' | 'databaseUrl'>

/** Never throws: a database that is not there, in use or out of reach is a sentence. */
export async function checkData(
  config: CompiledConfig,
  place: Place,
  folder: string,
  translate: Translate,
  locale: Locale,
): Promise<DataCheck> {
  const say = (key: string, params?: Record<string, string | number>) =>
    translate(locale, `config.data.${key}`, params)
  const where = place.databaseUrl ? 'DATABASE_URL' : place.data
  if (!place.databaseUrl && !(await isThere(join(place.data, 'pg')))) {
    return { lines: [say('none', { place: where })], ok: true }
  }
  let opened: Opened | undefined
  try {
    opened = await open(place)
    const { records, findings } = await lookThrough(opened.db, config)
    if (findings.length === 0) return { lines: [say('ok', { records })], ok: true }
    const lines = findings.map(finding => lineOf(finding, folder, config, translate, locale))
    return { lines: [...lines, say('broken', { count: lines.length })], ok: false }
  } catch (error) {
    if (error instanceof FolderInUse) return { lines: [say('inUse')], ok: false }
    // The tables are not there yet, or of an earlier version; looking does not change them.
    if (['42P01', '42703'].includes(sqlState(error) ?? '')) return { lines: [say('old')], ok: false }
    return { lines: [say('unreachable')], ok: false }
  } finally {
    await opened?.close().catch(() => undefined)
  }
}

interface Opened {
  db: Db
  close(): Promise<void>
}

/** The database; a copy of a folder that a running server holds, so that nobody has to stop it to look. */
async function open({ databaseUrl, data }: Place): Promise<Opened> {
  try {
    const db = await connectDatabase(databaseUrl ? { url: databaseUrl } : { folder: data })
    return { db, close: () => db.destroy() }
  } catch (error) {
    if (error instanceof FolderInUse) return openCopy(data, error)
    throw error
  }
}

/** @throws inUse where the copy cannot be read: files may have changed while they were copied */
async function openCopy(data: string, inUse: FolderInUse): Promise<Opened> {
  const copy = await mkdtemp(join(tmpdir(), 'fleet-look-'))
  const away = () => rm(copy, { recursive: true, force: true })
  try {
    await cp(join(data, 'pg'), join(copy, 'pg'), { recursive: true })
    const db = await connectDatabase({ folder: copy })
    await db.selectFrom('settings').select('key').execute()
    return { db, close: () => db.destroy().finally(away) }
  } catch {
    await away()
    throw inUse
  }
}

async function lookThrough(
  db: Db,
  config: CompiledConfig,
): Promise<{ records: number; findings: Finding[] }> {
  let records = 0
  const findings: Finding[] = []
  for (const resource of Object.values(config.resources)) {
    const found = new Findings(config, resource)
    if (found.isIdle) continue
    for await (const page of storedRecords(db, resource)) {
      records += page.length
      for (const record of page) found.add(record)
    }
    findings.push(...found.all())
  }
  return { records, findings }
}

function lineOf(
  { resource, field, kind, count, values, longest, problem }: Finding,
  folder: string,
  config: CompiledConfig,
  translate: Translate,
  locale: Locale,
): string {
  const why = problem.message
    ? pick(problem.message, locale)
    : translate(locale, `errors.${problem.code}`, problem.params)
  const sentence = translate(locale, `config.data.${kind}`, {
    count,
    values: values.join(', '),
    longest,
    why,
  })
  const label = config.resources[resource]?.fields[field]?.label
  return `${folder}/resources/${resource}.json /fields/${field} (${label ? pick(label, locale) : field}) ${sentence}`
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
