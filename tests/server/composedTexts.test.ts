/** The migration that composes texts which were stored decomposed. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrationsFolder } from '../../src/server/store/migrate'
import { newDatabase } from '../support/databases'
import { findRow, insertRow } from '../support/rows'

const NAME = '한빛 그룹'
const DECOMPOSED = NAME.normalize('NFD')

test('composes texts and added fields, leaves values of orders, and keeps a text whose composed form is taken', async () => {
  const db = await newDatabase()
  await insertRow(db, 'vendors', { id: 1, name: DECOMPOSED })
  await insertRow(db, 'models', { id: 1, name: 'FT-100' })
  await insertRow(db, 'batches', { id: 1, vendor_id: 1, model_id: 1, name: DECOMPOSED, comment: DECOMPOSED })
  const device = { vendor_id: 1, model_id: 1, isdn: '01012345678', version: DECOMPOSED }
  await insertRow(db, 'devices', {
    ...device,
    id: '358126096000000',
    extra: JSON.stringify({ note: DECOMPOSED }),
  })
  await insertRow(db, 'records', { resource: 'teams', data: JSON.stringify({ name: DECOMPOSED }) })
  const order = {
    sender_name: DECOMPOSED,
    code: 'a',
    caption: 'a',
    theme: 'device',
    created: new Date(),
  } as const
  await insertRow(db, 'orders', { ...order, id: 1, title: DECOMPOSED, data: DECOMPOSED })
  await insertRow(db, 'clients', { id: 1, email: `${NAME}@x.kr`, name: DECOMPOSED, level: 1 })
  await insertRow(db, 'clients', { id: 2, email: `${DECOMPOSED}@x.kr`, name: DECOMPOSED, level: 1 })

  await sql.raw(await readFile(join(migrationsFolder, '0032_composed_texts.sql'), 'utf8')).execute(db)

  expect(await findRow(db, 'vendors', { id: 1 })).toMatchObject({ name: NAME })
  expect(await findRow(db, 'batches', { id: 1 })).toMatchObject({ name: NAME, comment: NAME })
  expect(await findRow(db, 'devices', {})).toMatchObject({ version: NAME, extra: { note: NAME } })
  expect(await findRow(db, 'records', {})).toMatchObject({ data: { name: NAME } })
  expect(await findRow(db, 'orders', { id: 1 })).toMatchObject({
    title: NAME,
    sender_name: NAME,
    data: DECOMPOSED,
  })
  expect(await findRow(db, 'clients', { id: 2 })).toMatchObject({ name: NAME, email: `${DECOMPOSED}@x.kr` })
})
