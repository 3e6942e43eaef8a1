/** References that config adds: their choices come from wherever the records are, and follow what else was chosen. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ResourceContextProvider } from 'ra-core'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../../src/console/api/client'
import { createDataProvider } from '../../src/console/api/dataProvider'
import { ConfigProvider } from '../../src/console/config'
import RecordCreate from '../../src/console/features/records/RecordCreate'
import RecordEdit from '../../src/console/features/records/RecordEdit'
import RecordList from '../../src/console/features/records/RecordList'
import { session } from '../../src/console/session'
import { answer, renderInConsole, signIn } from '../support/consoleWorld'
import { configWith } from '../support/sims'

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

const calls: { method: string; path: string; query: URLSearchParams; body?: Record<string, unknown> }[] = []
const BUNCHES = [
  { id: 11, name: '강남', batch: 1 },
  { id: 12, name: '서초', batch: 1 },
  { id: 21, name: '해운대', batch: 2 },
]
const visit = { id: 5, title: '첫 방문', group: 1, part: 11, any: 21, command: 31 }
const updated = { created: '2026-01-02T03:04:05Z', updated: '2026-01-02T03:04:05Z' }

const page = <Row extends object>(name: string, rows: Row[]) =>
  answer(rows as never, 200, { 'content-range': `${name} 0-${rows.length - 1}/${rows.length}` })

const server = async (address: string, init: RequestInit) => {
  const url = new URL(address, 'http://console.test')
  const method = init.method ?? 'GET'
  calls.push({
    method,
    path: url.pathname,
    query: url.searchParams,
    ...(init.body ? { body: JSON.parse(String(init.body)) as Record<string, unknown> } : {}),
  })
  const filter = JSON.parse(url.searchParams.get('filter') ?? '{}') as Record<string, unknown>
  switch (`${method} ${url.pathname}`) {
    case 'GET /api/batches':
      return answer({
        result: true,
        message: '',
        payload: [
          { id: 1, name: '서울', ...updated },
          { id: 2, name: '부산', ...updated },
        ],
      })
    case 'GET /api/resources/bunches':
      return page(
        'bunches',
        BUNCHES.filter(({ id, batch }) =>
          Array.isArray(filter.id)
            ? filter.id.map(Number).includes(id)
            : filter.batch === undefined || filter.batch === batch,
        ),
      )
    case 'GET /api/resources/methods':
      return page('methods', [{ id: 31, code: 'REBOOT', caption: '재부팅' }])
    case 'GET /api/resources/visits':
      return page('visits', [{ ...visit, ...updated }])
    case 'GET /api/resources/visits/5':
      return answer({ ...visit, ...updated } as never)
    case 'PUT /api/resources/visits/5':
    case 'POST /api/resources/visits':
      return answer({ ...visit, ...updated } as never)
    default:
      return answer('', 404)
  }
}

const dataProvider = createDataProvider(
  createClient({
    timeoutMs: 5_000,
    token: () => 't',
    user: () => 'u',
    locale: () => 'ko',
    translate: key => key,
    onUnauthorised: () => undefined,
  }),
  config,
)

const open = (path: string) =>
  renderInConsole(
    <ConfigProvider value={config}>
      <ResourceContextProvider value="visits">
        <Routes>
          <Route path="/app/visits" element={<RecordList />} />
          <Route path="/app/visits/edit/0" element={<RecordCreate />} />
          <Route path="/app/visits/edit/:id" element={<RecordEdit />} />
        </Routes>
      </ResourceContextProvider>
    </ConfigProvider>,
    { dataProvider, at: `/app/visits${path}` },
  )

const user = userEvent.setup({ delay: null })
const box = (name: string) => screen.findByRole('combobox', { name })
const offered = async () => (await screen.findAllByRole('option')).map(option => option.textContent)
const choose = async (name: string, option: string) => {
  await user.click(await box(name))
  await user.click(await screen.findByRole('option', { name: option }))
}

beforeEach(() => {
  signIn({ level: 9 })
  calls.length = 0
  vi.stubGlobal('fetch', server)
})
afterEach(() => session.end('signedOut'))

describe('a reference of a resource of config alone', () => {
  it('offers bunches of all batches, and commands by their id', async () => {
    open('/edit/0')
    await user.click(await box('아무 하위'))
    expect(await offered()).toEqual(['강남', '서초', '해운대'])
    await user.keyboard('{Escape}')
    await choose('명령', '재부팅')
    await user.click(screen.getByRole('button', { name: '저장' }))
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ command: 31 }),
    )
    expect(calls.map(({ path }) => path)).not.toContain('/api/bunches')
  })

  it('is shown and filtered by name in the list', async () => {
    open('')
    expect(await screen.findByRole('cell', { name: '재부팅' })).toBeInTheDocument()
    expect(screen.getByRole('cell', { name: '해운대' })).toBeInTheDocument()
    await user.click(screen.getByRole('combobox', { name: '아무 하위' }))
    expect(await offered()).toEqual(['전체', '강남', '서초', '해운대'])
  })
})

describe('a reference that depends on another field', () => {
  it('says what is to be chosen first, and then offers what belongs to it', async () => {
    open('/edit/0')
    const part = await box('하위')
    expect(part).toHaveAttribute('placeholder', '먼저 그룹 항목을 선택하세요.')
    await user.click(part)
    expect(await screen.findByRole('status')).toHaveTextContent('먼저 그룹 항목을 선택하세요.')
    await choose('그룹', '서울')
    await user.click(part)
    expect(await offered()).toEqual(['강남', '서초'])
  })

  it('loses its choice when the user changes what it depends on, and the record as it is opened keeps it', async () => {
    open('/edit/5')
    await waitFor(async () => expect(await box('하위')).toHaveValue('강남'))
    expect(screen.getByRole('button', { name: '저장' })).not.toHaveAttribute('aria-disabled')
    await choose('그룹', '부산')
    await waitFor(async () => expect(await box('하위')).toHaveValue(''))
    await choose('하위', '해운대')
    await user.click(screen.getByRole('button', { name: '저장' }))
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ group: 2, part: 21 }),
    )
  })
})
