/**
 * A server with the demo fleet and long values everywhere: names of 130 characters with and without spaces, Korean and
 * Latin, 14 entries in the top bar, 12 more columns in the lists. The values are in the database, so every screen has
 * them.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { VIEWS_ENV } from '../../src/tools/pictures/views'
import { type Site, startSite } from '../../src/tools/services/site'
import { copyConfig } from './configFolder'
import { withExamples } from './views'

const LONG = 130
/** The links of the top bar, those of the resources included. */
const ENTRIES = 14
const MORE_COLUMNS = 12
/** How many rows a page has: rows are alike, and these are more than a low window shows. */
const ROWS = 8
/** Resources that store fields added by config. */
const WIDER = ['devices', 'batches', 'clients', 'vendors', 'models', 'bunches'] as const

const KINDS = [
  '긴이름을끊지않고이어서쓰면화면이어떻게되는지본다',
  'Unbreakable_name_of_a_device_group_without_any_space',
  '서울 특별시 성동구 물류 차량 관제 단말 그룹 이름 ',
  'A rather long name of several words for all of it ',
] as const

/** A text of 130 characters; the number selects its kind. */
const longText = (nth: number) =>
  KINDS[nth % KINDS.length]!.repeat(LONG).slice(0, LONG - 4) + String(nth).padStart(4, '0')

export async function startLongSite(): Promise<Site> {
  const config = await copyConfig()
  const data = await mkdtemp(join(tmpdir(), 'fleet-long-'))
  const discard = async () => {
    await config.discard()
    await rm(data, { recursive: true, force: true })
  }
  try {
    await cp(process.env.JOURNEY_SEED!, data, { recursive: true })
    await lengthenData(join(data, 'pg'))
    await lengthenConfig(config)
    await withExamples(config)
    const site = await startSite({ folder: data, env: { FLEET_CONFIG: config.path, ...VIEWS_ENV } })
    return { ...site, stop: () => site.stop().then(discard) }
  } catch (error) {
    await discard()
    throw error
  }
}

const COLUMNS: Record<string, readonly string[]> = {
  vendors: ['name', 'comment', 'addr'],
  clients: ['name', 'zone', 'duty', 'comment'],
  models: ['name'],
  batches: ['name', 'comment'],
  bunches: ['name'],
  methods: ['caption'],
  devices: ['version', 'release', 'edition', 'modem_apn'],
  orders: ['title', 'caption', 'data', 'sender_name'],
}

async function lengthenData(folder: string): Promise<void> {
  const database = await PGlite.create({ dataDir: folder, extensions: { pg_trgm } })
  const texts = KINDS.map((_, nth) => `'${longText(nth).slice(0, LONG - 4)}'`).join(', ')
  // The number at the end makes the text unique within its table.
  const long = `(array[${texts}])[nth % ${KINDS.length} + 1] || lpad((nth % 10000)::text, 4, '0')`
  const extra = Array.from({ length: MORE_COLUMNS }, (_, at) => `'extra${at}', ${long}`).join(', ')
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const key = table === 'methods' ? 'code' : 'id'
    const own = WIDER.some(name => name === table) ? `, extra = jsonb_build_object(${extra})` : ''
    await database.exec(`
      update ${table} set ${columns.map(column => `${column} = ${long}`).join(', ')}${own}
        from (select ${key} as row, (row_number() over (order by ${key}))::int - 1 as nth from ${table}) numbered
        where ${key} = row ${table === 'vendors' ? 'and id > 0' : ''}`)
  }
  await database.exec(`
    update vendors set page = 'https://' || repeat('long-host-name.', 8) || 'example.com' where id > 0;
    update clients set email = repeat('a', 60) || id || '@' || repeat('long-domain.', 5) || 'example.com'
      where email not like '%@demo.local';
    update order_targets set reason = '${longText(1)}' where status = 'failure'`)
  await database.close()
}

type Words = { ko: string; en: string }
interface ResourceFile {
  label: Words
  fields: Record<string, object>
  list: { columns: unknown[]; filters: object[]; perPage: number }
  form?: { sections: { fields: string[] }[] }
}

async function lengthenConfig({ change }: Awaited<ReturnType<typeof copyConfig>>): Promise<void> {
  await change<{ service: Words; products: { title: Words }[] }>('app.json', app => {
    app.service = { ko: longText(0), en: longText(3) }
    app.products[0]!.title = { ko: longText(2), en: longText(1) }
  })
  const fields = Array.from({ length: MORE_COLUMNS }, (_, at) => `extra${at}`)
  for (const name of WIDER) {
    await change<ResourceFile>(`resources/${name}.json`, resource => {
      for (const [at, field] of fields.entries()) {
        const label = {
          ko: `${at + 1}번째 추가 항목의 긴 이름`,
          en: `Long label of the additional field ${at + 1}`,
        }
        resource.fields[field] = { type: 'text', label, max: 200 }
      }
      for (const field of Object.values(resource.fields)) if ('max' in field) field.max = 2000
      resource.list.columns.push(...fields)
      resource.list.perPage = ROWS
      resource.form?.sections.at(-1)?.fields.push(...fields)
    })
  }
  await change<{ links: object[] }>('menu.json', menu => {
    // The other three are devices, orders and groups.
    menu.links = Array.from({ length: ENTRIES - 3 }, (_, at) => ({
      name: `more${at}`,
      slot: 'bar',
      order: 100 + at,
      label:
        at === 0
          ? { ko: longText(0), en: longText(1) }
          : { ko: `추가 메뉴 ${at}`, en: `Additional entry ${at}` },
      to: '/app/profile',
      icon: 'link',
    }))
  })
}
