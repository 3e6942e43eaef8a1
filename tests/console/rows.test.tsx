/** Rows of another resource in a form (`children` in config): added, changed, moved, removed and saved. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Compiled } from '../../src/engine/compiled'
import { answer, choose, press, signIn, user } from '../support/consoleWorld'
import { quotesConfig } from '../support/quotes'
import { openRecords } from '../support/recordScreens'
import { refusal, restPage, stubServer } from '../support/stubServer'

type Json = Record<string, unknown>

const STAMPS = { created: '2026-01-02T03:04:05.000Z', updated: '2026-01-02T03:04:05.000Z' }
const line = (id: number, name: string) => ({
  id,
  updated: STAMPS.updated,
  name,
  amount: 100,
  quantity: 2,
  total: 200,
})
const QUOTE = { id: 5, title: '봄 견적', lines: [line(11, '단말'), line(12, '설치')], ...STAMPS }
const SAVE = 'PUT /api/resources/quotes/5'
const MODEL = { id: 4, name: 'FT-100' }

let server: ReturnType<typeof stubServer>
beforeEach(() => {
  signIn()
  server = stubServer({
    'GET /api/resources/quotes/5': () => answer(QUOTE),
    [SAVE]: () => answer(QUOTE),
    'GET /api/resources/models/4': () => answer(MODEL),
    'GET /api/resources/models': restPage([MODEL]),
  })
})

const open = (id = 5, { shared }: Compiled = quotesConfig()) =>
  openRecords('quotes', `/edit/${id}`, { config: shared })
const cell = (row: number, column: string) => screen.findByLabelText(new RegExp(`^${row}행 ${column}`))
const button = (name: string) => screen.getByRole('button', { name })
const save = () => press('저장')
const sentLines = () => server.bodies(SAVE).map(({ lines }) => lines as Json[])
const names = async () =>
  (await screen.findAllByLabelText(/행 품목/)).map(input => (input as HTMLInputElement).value)
async function enter(row: number, column: string, text: string) {
  fireEvent.change(await cell(row, column), { target: { value: text } })
}
const expectDescription = async (row: number, column: string, error: string) =>
  waitFor(async () => expect(await cell(row, column)).toHaveAccessibleDescription(error))

describe('rows in a form', () => {
  it('take the default of a required cell from a referenced record, until the user changes it', async () => {
    const config = quotesConfig((_, { fields }) =>
      Object.assign(fields.name!, { default: { expression: 'model.name' } }),
    )
    open(5, config)
    await cell(1, '품목')
    await press('항목 행 추가')
    await choose(/^3행 모델/, 'FT-100')
    await waitFor(async () => expect(await cell(3, '품목')).toHaveValue('FT-100'))
    expect(await names()).toEqual(['단말', '설치', 'FT-100'])
    await press('3행 위로')
    await enter(2, '품목', '출장')
    await press('2행 위로')
    expect(button('1행 아래로')).toHaveFocus()
    await press('2행 지우기')
    expect(await cell(2, '품목')).toHaveFocus()
    expect(await names()).toEqual(['출장', '설치'])
    await save()
    const lines = [{ name: '출장', model: 4 }, { id: 12 }]
    await waitFor(() => expect(sentLines()).toMatchObject([lines]))
  })

  it('show the error of a rule over several cells where config says', async () => {
    open()
    await enter(1, '금액', '5000')
    await enter(1, '수량', '100')
    await save()
    await expectDescription(1, '수량', '비싼 것은 100개까지입니다.')
    expect(sentLines()).toEqual([])
  })

  it('show the errors of the server at the cell, or at the row', async () => {
    const [taken, foreign] = ['이미 사용 중인 값입니다.', '이 행은 여기에 속하지 않습니다.']
    const errors = { 'lines[1].name': taken, 'lines[0].id': foreign }
    server.handlers[SAVE] = refusal(422, taken, { code: 'invalidFields', errors })
    open()
    await user.type(await cell(2, '품목'), '!')
    await save()
    await expectDescription(2, '품목', taken)
    const row = within(screen.getByRole('group', { name: '1행' }))
    expect(row.getByRole('alert')).toHaveTextContent(foreign)
  })

  it('are unchanged when a form is only opened, also with an absent cell', async () => {
    const incomplete = { id: 11, updated: STAMPS.updated, name: '단말' }
    server.handlers['GET /api/resources/quotes/5'] = () => answer({ ...QUOTE, lines: [incomplete] })
    const { router } = open()
    await cell(1, '품목')
    await user.click(screen.getAllByRole('link', { name: /목록/ })[0]!)
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/quotes'))
  })

  it('are at most as many as config allows', async () => {
    open(0)
    for (let at = 0; at < 5; at++) await press('항목 행 추가')
    expect(button('항목 행 추가')).toBeDisabled()
    expect(screen.getByText('5/5')).toBeVisible()
  })
})

it('rows that a user may not list have no field in the form', async () => {
  signIn({ level: 3 })
  const actions = ['list', 'show', 'create', 'edit', 'delete']
  const forMasters = Object.fromEntries(actions.map(action => [action, 'master']))
  open(
    5,
    quotesConfig((_, lines) => Object.assign(lines.access as Json, forMasters)),
  )
  expect(await screen.findByLabelText(/^제목/)).toBeVisible()
  expect(screen.queryByText('항목')).toBeNull()
})
