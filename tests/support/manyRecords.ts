/**
 * A server with 10,000 records of every kind that a reference can select, and a resource of config that refers to all
 * of them. The last record of each kind refers to the last of the others. Order methods stay few: §2 shows them all.
 */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import type { CompiledConfig } from '../../src/engine/compiled'
import { openDatabase } from '../../src/server/store/database'
import { copyConfig } from './configFolder'
import { type Page, type Site, startSite } from './journey'

const MANY = 10_000

const reference = (to: string, label: string, more: object = {}) => ({
  type: 'reference',
  reference: to,
  label,
  ...more,
})

const REFERENCES = {
  company: reference('vendors', '방문 업체'),
  person: reference('clients', '방문 회원'),
  kind: reference('models', '방문 모델'),
  group: reference('batches', '방문 그룹'),
  part: reference('bunches', '방문 하위 그룹', { dependsOn: { batch: 'group' } }),
  any: reference('bunches', '아무 하위 그룹'),
  command: reference('methods', '방문 명령'),
  device: reference('devices', '방문 단말'),
  sim: reference('sims', '방문 유심'),
}
const FIELDS = { title: { type: 'text', label: '제목' }, ...REFERENCES }
const filters = Object.keys(REFERENCES)
  .filter(name => name !== 'part')
  .map(name => ({ name, type: 'reference', label: `${name} 필터` }))

/** A resource of config that refers to every other one. */
const VISITS = {
  label: '방문',
  recordName: 'title',
  source: { dialect: 'simple-rest' },
  access: { list: 'master', show: 'master', create: 'master', edit: 'master', delete: 'master' },
  fields: FIELDS,
  list: {
    columns: Object.keys(FIELDS),
    perPage: 20,
    filters: [{ name: 'q', type: 'search', label: '검색' }, ...filters],
    rowActions: ['edit'],
  },
  form: { sections: [{ fields: Object.keys(FIELDS) }] },
}

export interface ManySite extends Site {
  config: CompiledConfig
  /** Name and id of the last record of each resource, ordered by name. */
  last: Record<string, { id: string | number; name: string }>
}

/** @param seed a data folder with the demo fleet; it is copied */
export async function startManySite(seed: string): Promise<ManySite> {
  const data = await mkdtemp(join(tmpdir(), 'fleet-many-'))
  const config = await copyConfig()
  await cp(seed, data, { recursive: true })
  await config.drop('config/examples/sims.json', 'resources/sims.json')
  await writeFile(join(config.path, 'resources/visits.json'), JSON.stringify(VISITS))
  const last = await fill(data)
  const site = await startSite({ folder: data, env: { FLEET_CONFIG: config.path } })
  const boot = (await (await fetch(`${site.url}/config.json`)).json()) as { config: CompiledConfig }
  return {
    ...site,
    config: boot.config,
    last,
    stop: async () => {
      await site.stop()
      await config.discard()
      await rm(data, { recursive: true, force: true })
    },
  }
}

async function fill(folder: string): Promise<ManySite['last']> {
  const db = await openDatabase({ folder })
  try {
    // Sorts after the names of the demo fleet.
    const name = (kind: string) => sql`${`히읗 ${kind} `}::text || lpad(n::text, 5, '0')`
    const insert = async (into: RawBuilder<unknown>, values: RawBuilder<unknown>) => {
      await sql`insert into ${into} select ${values} from generate_series(1, ${MANY}::integer) as n`.execute(
        db,
      )
    }
    const lastOf = async (records: RawBuilder<unknown>) => {
      const { rows } = await sql<{ id: number; name: string }>`
        select * from (${records}) as records order by name collate "C" desc limit 1`.execute(db)
      return rows[0]!
    }
    const data = (field: string, resource: string) =>
      sql`select id, data ->> ${field}::text as name from records where resource = ${resource}`

    await insert(sql`vendors (name)`, name('업체'))
    const vendors = await lastOf(sql`select id, name from vendors`)
    const vendor = sql`${vendors.id}::integer`
    await insert(
      sql`clients (name, email, password_hash, level, vendor_id)`,
      sql`${name('회원')}, 'many-' || n || '@many.local', 'x', 3, ${vendor}`,
    )
    const clients = await lastOf(sql`select id, name from clients`)
    await insert(sql`models (name, vendor_id)`, sql`${name('모델')}, ${vendor}`)
    const models = await lastOf(sql`select id, name from models`)
    await insert(
      sql`batches (name, comment, model_id, vendor_id, client_id)`,
      sql`${name('그룹')}, 'x', ${models.id}::integer, ${vendor}, ${clients.id}::integer`,
    )
    const batches = await lastOf(sql`select id, name from batches`)
    await insert(sql`bunches (name, batch_id)`, sql`${name('묶음')}, ${batches.id}::integer`)
    const bunches = await lastOf(sql`select id, name from bunches`)
    const devices = await lastOf(
      sql`select id, regexp_replace(isdn, '^(...)(....)(....)$', '\\1-\\2-\\3') as name from devices`,
    )
    // The device belongs to the last record of each kind.
    await sql`update devices set vendor_id = ${vendor}, client_id = ${clients.id}::integer,
      model_id = ${models.id}::integer, batch_id = ${batches.id}::integer, bunch_id = ${bunches.id}::integer
      where id = ${devices.id}`.execute(db)
    await insert(
      sql`records (resource, data)`,
      sql`'sims', jsonb_build_object('iccid', '8999' || lpad(n::text, 15, '0'), 'carrier', 'kt',
        'device', ${devices.id}::text)`,
    )
    const sims = await lastOf(data('iccid', 'sims'))
    const methods = await lastOf(sql`select id, caption as name from methods`)
    const referred = { vendors, clients, models, batches, bunches, methods, devices, sims }
    const refers = Object.entries(REFERENCES).map(([field, { reference }]) => [
      field,
      referred[reference as keyof typeof referred].id,
    ])
    await insert(
      sql`records (resource, data)`,
      sql`'visits', ${JSON.stringify(Object.fromEntries(refers))}::jsonb
        || jsonb_build_object('title', ${name('방문')})`,
    )
    return { ...referred, visits: await lastOf(data('title', 'visits')) }
  } finally {
    await db.destroy()
  }
}

interface Answer {
  url: string
  rows: number
  bytes: number
}

/** The API calls of a page. */
export interface WatchedCalls {
  /** The URL of each call whose response has started. */
  urls: string[]
  /** The size of each response, when all are complete. */
  answers(): Promise<Answer[]>
}

/** Records the API calls of the page from now on. */
export function watchCalls(page: Page): WatchedCalls {
  const urls: string[] = []
  const answers: Promise<Answer>[] = []
  page.on('response', response => {
    const url = response.url()
    if (!new URL(url).pathname.startsWith('/api/')) return
    if (!response.headers()['content-type']?.includes('json')) return
    urls.push(url)
    // A cancelled request counts as empty.
    const text = response.text().catch(() => '{}')
    answers.push(text.then(text => ({ url, bytes: text.length, rows: rowsOf(JSON.parse(text)) })))
  })
  return { urls, answers: () => Promise.all(answers) }
}

function rowsOf(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length
  const { payload, data } = (answer ?? {}) as { payload?: unknown; data?: unknown }
  const list = [payload, data].find(Array.isArray)
  return list?.length ?? 0
}
