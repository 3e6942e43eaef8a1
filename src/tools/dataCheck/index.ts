/** `npm run config:check -- --data`: the config held against what is stored, with counts. It changes nothing. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CompiledConfig, Locale } from '../../engine/compiled'
import { pick } from '../../engine/i18n'
import type { Translate } from '../../engine/load/compileMessages'
import type { Db } from '../../server/store/database'
import { FolderInUse } from '../../server/store/pglite/dataFolder'
import {
  type DataPlace,
  done,
  failed,
  lookAtData,
  type OpenData,
  type Outcome,
  openData,
  type Say,
} from '../command'
import { type Finding, Findings } from './findings'
import { storedRecords } from './storedRecords'

/** Never throws: a database that is not there, in use or out of reach is a sentence. The lines come in the order of the files. */
export function checkData(
  config: CompiledConfig,
  place: DataPlace,
  folder: string,
  translate: Translate,
  locale: Locale,
): Promise<Outcome> {
  const say: Say = (key, params) => translate(locale, `config.${key}`, params)
  const look = async (db: Db) => {
    const { records, findings } = await lookThrough(db, config)
    if (findings.length === 0) return done(say('data.ok', { records }))
    const lines = findings.map(finding => lineOf(finding, folder, config, translate, locale))
    return failed(...lines, say('data.broken', { count: lines.length }))
  }
  return lookAtData(place, say, look, openOrCopy)
}

/** The database; a copy of a folder that a running server holds, so that nobody has to stop it to look. */
async function openOrCopy(place: DataPlace): Promise<OpenData> {
  try {
    return await openData(place)
  } catch (error) {
    if (error instanceof FolderInUse) return openCopy(place.data, error)
    throw error
  }
}

/** @throws inUse where the copy cannot be read: files may have changed while they were copied */
async function openCopy(data: string, inUse: FolderInUse): Promise<OpenData> {
  const copy = await mkdtemp(join(tmpdir(), 'fleet-look-'))
  const away = () => rm(copy, { recursive: true, force: true })
  try {
    await cp(join(data, 'pg'), join(copy, 'pg'), { recursive: true })
    const { db, close } = await openData({ data: copy })
    await db.selectFrom('settings').select('key').execute()
    return { db, close: () => close().finally(away) }
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
