/** References that config adds: their choices, and how these depend on other fields. */
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { batchRecord } from '../support/consoleRecords'
import { answer, choose, press, signIn, user } from '../support/consoleWorld'
import { openRecords } from '../support/recordScreens'
import { configWith } from '../support/sims'
import { payload, restPage, stubServer } from '../support/stubServer'

const VISITS = {
  label: '방문',
  recordName: 'title',
  source: { dialect: 'simple-rest' },
  access: { list: 'guest', show: 'guest', create: 'client', edit: 'client', delete: 'client' },
  fields: {
    title: { type: 'text', label: '제목' },
    group: { type: 'reference', reference: 'batches', label: '그룹' },
    part: { type: 'reference', reference: 'bunches', label: '하위', dependsOn: { batch: 'group' } },
    any: { type: 'reference', reference: 'bunches', label: '아무 하위' },
    command: { type: 'reference', reference: 'methods', label: '명령' },
  },
  list: {
    columns: ['title', 'any', 'command'],
    filters: [{ name: 'any', type: 'reference', label: '아무 하위' }],
  },
  form: { sections: [{ fields: ['title', 'group', 'part', 'any', 'command'] }] },
} as const
const { shared: config } = configWith('visits', VISITS)

const BUNCHES = [
  { id: 11, name: '강남', batch: 1 },
  { id: 12, name: '서초', batch: 1 },
  { id: 21, name: '해운대', batch: 2 },
]
const STAMPS = { created: '2026-01-02T03:04:05Z', updated: '2026-01-02T03:04:05Z' }
const VISIT = { id: 5, title: '첫 방문', group: 1, part: 11, any: 21, command: 31, ...STAMPS }
const CREATE = 'POST /api/resources/visits'
const SAVE = 'PUT /api/resources/visits/5'

let server: ReturnType<typeof stubServer>
beforeEach(() => {
  signIn({ level: 9 })
  server = stubServer({
    'GET /api/batches': payload([batchRecord(1, { name: '서울' }), batchRecord(2, { name: '부산' })]),
    'GET /api/resources/bunches': call => {
      const filter = JSON.parse(call.query.get('filter') ?? '{}') as { id?: unknown[]; batch?: number }
      const found = BUNCHES.filter(({ id, batch }) =>
        filter.id ? filter.id.map(Number).includes(id) : (filter.batch ?? batch) === batch,
      )
      return restPage(found)(call)
    },
    'GET /api/resources/methods': restPage([{ id: 31, code: 'REBOOT', caption: '재부팅' }]),
    'GET /api/resources/visits': restPage([VISIT]),
    'GET /api/resources/visits/5': () => answer(VISIT),
    [SAVE]: () => answer(VISIT),
    [CREATE]: () => answer(VISIT),
  })
})

const open = (path?: string) => openRecords('visits', path, { config })
const combobox = (name: string) => screen.findByRole('combobox', { name })
const options = async () => (await screen.findAllByRole('option')).map(option => option.textContent)

describe('a reference of a resource that exists only in config', () => {
  it('offers the bunches of all batches, and commands by their id', async () => {
    open('/edit/0')
    await user.click(await combobox('아무 하위'))
    expect(await options()).toEqual(['강남', '서초', '해운대'])
    await user.keyboard('{Escape}')
    await choose('명령', '재부팅')
    await press('저장')
    await waitFor(() => expect(server.bodies(CREATE)).toEqual([expect.objectContaining({ command: 31 })]))
    expect(server.sent('GET /api/bunches')).toEqual([])
  })

  it('is shown and filtered by name in the list', async () => {
    open()
    for (const name of ['재부팅', '해운대'])
      expect(await screen.findByRole('cell', { name })).toBeInTheDocument()
    await user.click(await combobox('아무 하위'))
    expect(await options()).toEqual(['전체', '강남', '서초', '해운대'])
  })
})

describe('a reference that depends on another field', () => {
  it('names the field to choose first, and then offers its records', async () => {
    open('/edit/0')
    const part = await combobox('하위')
    const hint = '먼저 그룹 항목을 선택하세요.'
    expect(part).toHaveAttribute('placeholder', hint)
    await user.click(part)
    expect(await screen.findByRole('status')).toHaveTextContent(hint)
    await choose('그룹', '서울')
    await user.click(part)
    expect(await options()).toEqual(['강남', '서초'])
  })

  it('is cleared when the user changes that field, but not when the form opens', async () => {
    open('/edit/5')
    await waitFor(async () => expect(await combobox('하위')).toHaveValue('강남'))
    expect(screen.getByRole('button', { name: '저장' })).not.toHaveAttribute('aria-disabled')
    await choose('그룹', '부산')
    await waitFor(async () => expect(await combobox('하위')).toHaveValue(''))
    await choose('하위', '해운대')
    await press('저장')
    await waitFor(() =>
      expect(server.bodies(SAVE)).toEqual([expect.objectContaining({ group: 2, part: 21 })]),
    )
  })
})
