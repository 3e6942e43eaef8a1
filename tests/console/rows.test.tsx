/**
 * Rows of another resource in a form (`children` in config): added, changed, moved and taken out, and saved with the
 * record.
 */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ResourceContextProvider } from 'ra-core'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../../src/console/api/client'
import { createDataProvider } from '../../src/console/api/dataProvider'
import { ConfigProvider } from '../../src/console/config'
import RecordCreate from '../../src/console/features/records/RecordCreate'
import RecordEdit from '../../src/console/features/records/RecordEdit'
import { session } from '../../src/console/session'
import type { Compiled } from '../../src/engine/compiled'
import { answer, renderInConsole, signIn } from '../support/consoleWorld'
import { quotesConfig } from '../support/quotes'

type Json = Record<string, unknown>

const stamps = { created: '2026-01-02T03:04:05.000Z', updated: '2026-01-02T03:04:05.000Z' }
const line = (id: number, name: string, further: Json = {}) => ({
  id,
  updated: stamps.updated,
  name,
  amount: 100,
  quantity: 2,
  total: 200,
  ...further,
})
const quote = { id: 5, title: '봄 견적', lines: [line(11, '단말'), line(12, '설치')], ...stamps }

let stored: Json
let sent: Json[]
let refusal: (() => Response) | undefined

const server = async (address: string, init: RequestInit) => {
  const { pathname } = new URL(address, 'http://console.test')
  const method = init.method ?? 'GET'
  if (pathname === '/api/resources/quotes/5' && method === 'GET') return answer(stored)
  if (pathname.startsWith('/api/resources/quotes') && (method === 'PUT' || method === 'POST')) {
    sent.push(JSON.parse(String(init.body)) as Json)
    return refusal?.() ?? answer(stored)
  }
  if (pathname === '/api/resources/models/4') return answer({ id: 4, name: 'FT-100' })
  if (pathname === '/api/resources/models')
    return answer([{ id: 4, name: 'FT-100' }] as never, 200, { 'content-range': 'models 0-0/1' })
  return answer('', 404)
}

const open = (path: string, { shared }: Compiled = quotesConfig()) => {
  const client = createClient({
    timeoutMs: 5_000,
    token: () => 't',
    user: () => 'u',
    locale: () => 'ko',
    translate: key => key,
    onUnauthorised: () => undefined,
  })
  const dataProvider = createDataProvider(client, shared)
  return renderInConsole(
    <ConfigProvider value={shared}>
      <ResourceContextProvider value="quotes">
        <Routes>
          <Route path="/app/quotes" element={<p>목록</p>} />
          <Route path="/app/quotes/edit/0" element={<RecordCreate />} />
          <Route path="/app/quotes/edit/:id" element={<RecordEdit />} />
        </Routes>
      </ResourceContextProvider>
    </ConfigProvider>,
    { dataProvider, at: path },
  )
}

const cell = (row: number, column: string) => screen.findByLabelText(new RegExp(`^${row}행 ${column}`))
const button = (name: string) => screen.getByRole('button', { name })
const user = userEvent.setup({ delay: null })
const save = () => user.click(button('저장'))
const names = async () =>
  (await screen.findAllByLabelText(/행 품목/)).map(input => (input as HTMLInputElement).value)

beforeEach(() => {
  stored = structuredClone(quote)
  sent = []
  refusal = undefined
  signIn()
  vi.stubGlobal('fetch', vi.fn(server))
})
afterEach(() => {
  session.end('signedOut')
  vi.unstubAllGlobals()
})

describe('rows in a form', () => {
  it('stand there with a label for each cell, and are sent as they are', async () => {
    open('/app/quotes/edit/5')
    expect(await cell(2, '품목')).toHaveValue('설치')
    expect(await names()).toEqual(['단말', '설치'])
    expect(screen.getByText('2/5')).toBeVisible()
    await user.type(screen.getByLabelText(/^제목/), '!')
    await save()
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]!.lines).toMatchObject([
      { id: 11, name: '단말', amount: 100 },
      { id: 12, name: '설치', amount: 100 },
    ])
    expect((sent[0]!.lines as Json[])[0]).not.toHaveProperty('total')
  })

  it('a new one has the focus in its first cell and begins with the defaults', async () => {
    open('/app/quotes/edit/5')
    await cell(1, '품목')
    await user.click(button('항목 행 추가'))
    await waitFor(async () => expect(await cell(3, '품목')).toHaveFocus())
    expect(await cell(3, '수량')).toHaveValue('1')
    await user.keyboard('출장')
    await save()
    await waitFor(() => expect(sent).toHaveLength(1))
    expect((sent[0]!.lines as Json[])[2]).toEqual({
      name: '출장',
      amount: null,
      quantity: 1,
      cost: null,
      model: null,
    })
  })

  it('a required cell of a new one is filled in from the record that its reference leads to', async () => {
    const config = quotesConfig((_, { fields }) =>
      Object.assign(fields.name!, { default: { expression: 'model.name' } }),
    )
    open('/app/quotes/edit/5', config)
    await cell(1, '품목')
    await user.click(button('항목 행 추가'))
    await user.click(await cell(3, '모델'))
    await user.click(await screen.findByRole('option', { name: 'FT-100' }))
    await waitFor(async () => expect(await cell(3, '품목')).toHaveValue('FT-100'))
    expect(await names()).toEqual(['단말', '설치', 'FT-100'])
    await user.click(button('3행 위로'))
    await user.clear(await cell(2, '품목'))
    await user.type(await cell(2, '품목'), '출장')
    await user.click(button('2행 위로'))
    expect(await names()).toEqual(['출장', '단말', '설치'])
    await save()
    await waitFor(() =>
      expect(sent[0]?.lines).toMatchObject([{ name: '출장', model: 4 }, { id: 11 }, { id: 12 }]),
    )
  })

  it('are taken out and moved by buttons, and the keyboard stays among them', async () => {
    open('/app/quotes/edit/5')
    await cell(1, '품목')
    await user.click(button('1행 아래로'))
    expect(await names()).toEqual(['설치', '단말'])
    await waitFor(() => expect(button('2행 위로')).toHaveFocus())
    expect(button('1행 위로')).toBeDisabled()
    await user.click(button('1행 지우기'))
    expect(await names()).toEqual(['단말'])
    await waitFor(async () => expect(await cell(1, '품목')).toHaveFocus())
    await user.click(button('1행 지우기'))
    await waitFor(() => expect(button('항목 행 추가')).toHaveFocus())
    expect(screen.getByText('아직 행이 없습니다.')).toBeVisible()
    await save()
    await waitFor(() => expect(sent[0]?.lines).toEqual([]))
  })

  it('what is wrong is said at the cell before anything is sent', async () => {
    open('/app/quotes/edit/5')
    const name = await cell(2, '품목')
    await user.clear(name)
    await user.clear(await cell(1, '금액'))
    await user.type(await cell(1, '금액'), '-3')
    await save()
    await waitFor(() => expect(name).toHaveAccessibleDescription('필수 입력 항목입니다.'))
    expect(await cell(1, '금액')).toHaveAccessibleDescription('0 이상이어야 합니다.')
    expect(sent).toEqual([])
    await user.type(name, '다시')
    await user.clear(await cell(1, '금액'))
    await save()
    await waitFor(() => expect(sent).toHaveLength(1))
  })

  it('a rule over several cells is said where config says', async () => {
    open('/app/quotes/edit/5')
    await user.clear(await cell(1, '금액'))
    await user.type(await cell(1, '금액'), '5000')
    await user.clear(await cell(1, '수량'))
    await user.type(await cell(1, '수량'), '100')
    await save()
    await waitFor(async () =>
      expect(await cell(1, '수량')).toHaveAccessibleDescription('비싼 것은 100개까지입니다.'),
    )
  })

  it('what the server finds is said at the cell, and at the row where no cell has it', async () => {
    refusal = () =>
      answer(
        {
          result: false,
          code: 'invalidFields',
          message: '이미 사용 중인 값입니다.',
          errors: {
            'lines[1].name': '이미 사용 중인 값입니다.',
            'lines[0].id': '이 행은 여기에 속하지 않습니다.',
          },
        },
        422,
      )
    open('/app/quotes/edit/5')
    await user.type(await cell(2, '품목'), '!')
    await save()
    await waitFor(async () =>
      expect(await cell(2, '품목')).toHaveAccessibleDescription('이미 사용 중인 값입니다.'),
    )
    const first = screen.getByRole('group', { name: '1행' })
    expect(within(first).getByRole('alert')).toHaveTextContent('이 행은 여기에 속하지 않습니다.')
  })

  it('opening a form changes nothing, also where a row lacks a cell', async () => {
    stored = { ...quote, lines: [{ id: 11, updated: stamps.updated, name: '단말' }] }
    const { router } = open('/app/quotes/edit/5')
    await cell(1, '품목')
    await user.click(screen.getAllByRole('link', { name: /목록/ })[0]!)
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/quotes'))
  })

  it('there are no more than config allows', async () => {
    open('/app/quotes/edit/0')
    const add = await screen.findByRole('button', { name: '항목 행 추가' })
    for (let at = 0; at < 5; at++) await user.click(add)
    expect(add).toBeDisabled()
    expect(screen.getByText('5/5')).toBeVisible()
  })
})

describe('rights', () => {
  const closed = (access: Json) => quotesConfig((_, lines) => Object.assign(lines.access as Json, access))

  it('who may change them has an input in each cell', async () => {
    open('/app/quotes/edit/5', closed({ create: 'master', edit: 'master', delete: 'master' }))
    expect(await cell(1, '품목')).toBeVisible()
  })

  it('a level below sees them without buttons', async () => {
    session.end('signedOut')
    signIn({ level: 3 })
    open('/app/quotes/edit/5', closed({ create: 'master', edit: 'master', delete: 'master' }))
    expect(await screen.findByRole('cell', { name: '설치' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /행/ })).toBeNull()
  })

  it('who may not list them does not see the field', async () => {
    session.end('signedOut')
    signIn({ level: 3 })
    const all = Object.fromEntries(['list', 'show', 'create', 'edit', 'delete'].map(key => [key, 'master']))
    open('/app/quotes/edit/5', closed(all))
    expect(await screen.findByLabelText(/^제목/)).toBeVisible()
    expect(screen.queryByText('항목')).toBeNull()
  })
})

it('somebody else’s rows are shown beside one’s own, and one’s own may be kept', async () => {
  const theirs = { ...quote, updated: '2026-01-03T00:00:00.000Z', lines: [line(12, '설치')] }
  open('/app/quotes/edit/5')
  await user.type(await cell(1, '품목'), '기')
  refusal = () => answer({ result: false, code: 'conflict', message: '충돌', record: theirs }, 409)
  await save()
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByRole('rowheader', { name: '항목' })).toBeVisible()
  expect(dialog).toHaveTextContent('단말기 100 2')
  refusal = undefined
  await user.click(within(dialog).getAllByRole('button').at(-1)!)
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]!.lines).toMatchObject([{ name: '단말기' }, { id: 12, name: '설치' }])
  expect((sent[1]!.lines as Json[])[0]).not.toHaveProperty('id')
})
