/** Parts that screens share: lazy code, buttons, failures, the config in the page, tables. */
import { act, cleanup, render, screen, waitForElementToBeRemoved } from '@testing-library/react'
import { ListContextProvider } from 'ra-core'
import { Suspense, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { connection } from '../../src/console/connection'
import type { Column } from '../../src/console/forms/list/column'
import { TableOrCards } from '../../src/console/forms/list/TableOrCards'
import { styleNonce } from '../../src/console/nonce'
import { bootFailure, fetchMessages, readBoot } from '../../src/console/shell/boot'
import { screenAt } from '../../src/console/shell/routes'
import { ErrorScreen } from '../../src/console/shell/StateScreens'
import { BusyButton } from '../../src/console/ui/controls/BusyButton'
import { LazyPart } from '../../src/console/ui/lazy/LazyPart'
import {
  CodeLoadError,
  lazyComponent,
  preloadBriefly,
  reportRecovered,
} from '../../src/console/ui/lazy/lazyComponent'
import { CopyableText } from '../../src/console/ui/text/CopyableText'
import { answer, boot, config, press, renderInConsole, user } from '../support/consoleWorld'
import { stubServer } from '../support/stubServer'

const code = { default: ({ name = 'code' }: { name?: string }) => <p>{name}</p> }
const loaded = async () => code
/** Loads the code at the second attempt. */
const failsOnce = () => vi.fn(loaded).mockRejectedValueOnce(new TypeError('Failed to fetch'))

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())

describe('lazyComponent', () => {
  const show = (Screen: React.ComponentType<{ name?: string }>) =>
    render(
      <ErrorBoundary fallback={<p>failed</p>}>
        <Suspense fallback={<p>loading</p>}>
          <Screen name="devices" />
        </Suspense>
      </ErrorBoundary>,
    )

  it('loads its code once, and then renders without a fallback', async () => {
    const load = vi.fn(loaded)
    const Screen = lazyComponent(load)
    void preloadBriefly(Screen)
    show(Screen)
    expect(screen.getByText('loading')).toBeInTheDocument()
    expect(await screen.findByText('devices')).toBeInTheDocument()
    cleanup()
    await preloadBriefly(Screen)
    show(Screen)
    expect(screen.getByText('devices')).toBeInTheDocument()
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('reports every recovered error of React except code that could not be loaded', () => {
    const report = vi.fn()
    vi.stubGlobal('reportError', report)
    reportRecovered(new Error('#520', { cause: new CodeLoadError('load') }))
    expect(report).not.toHaveBeenCalled()
    const defect = new Error('#520', { cause: new TypeError('a defect') })
    reportRecovered(defect)
    expect(report).toHaveBeenCalledExactlyOnceWith(defect)
  })

  it('is awaited for at most 200 ms', async () => {
    vi.useFakeTimers()
    const soon = preloadBriefly(lazyComponent(() => new Promise<typeof code>(() => {})))
    await vi.advanceTimersByTimeAsync(200)
    await expect(soon).resolves.toBeUndefined()
  })
})

describe('a part of a page that fails', () => {
  it('leaves the rest of the page as it is, and can be loaded again', async () => {
    const Part = lazyComponent(failsOnce())
    renderInConsole(
      <>
        <input aria-label="title" />
        <LazyPart>
          <Part />
        </LazyPart>
      </>,
    )
    await user.type(screen.getByLabelText('title'), 'typed')
    expect(await screen.findByRole('alert')).toHaveTextContent('불러오지 못했습니다.')
    await press('다시 시도')
    expect(await screen.findByText('code')).toBeInTheDocument()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByLabelText('title')).toHaveValue('typed')
  })

  it('shows no error when it is optional', async () => {
    const Part = lazyComponent(vi.fn<typeof loaded>().mockRejectedValue(new TypeError('Failed to fetch')))
    renderInConsole(
      <LazyPart errorFallback={null} placeholder={<p>loading</p>}>
        <Part />
      </LazyPart>,
    )
    await waitForElementToBeRemoved(() => screen.queryByText('loading'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is loaded again automatically, also when the server was always reachable', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    connection.setProbe(async () => true)
    const Part = lazyComponent(failsOnce())
    renderInConsole(
      <LazyPart placeholder={<p>loading</p>} errorFallback={<p>instead</p>}>
        <Part />
      </LazyPart>,
    )
    expect(await screen.findByText('instead')).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(31_000))
    expect(await screen.findByText('code')).toBeInTheDocument()
  })

  it('passes on any error except that its code could not be loaded', async () => {
    const Part = lazyComponent(async () => ({ default: () => <Broken error={new Error('a defect')} /> }))
    renderInConsole(
      <ErrorBoundary fallbackRender={({ error }) => <p>{error.message}</p>}>
        <LazyPart>
          <Part />
        </LazyPart>
      </ErrorBoundary>,
    )
    expect(await screen.findByText('a defect')).toBeInTheDocument()
  })
})

describe('the screen that is loaded first for an address', () => {
  const at = (address: string) => screenAt(config, address)
  const admin = '/app/admin'

  it('is the screen of its route', () => {
    expect(at('/app/devices')).toBeDefined()
    expect(at(`${admin}/clients`)).toBe(at(`${admin}/vendors`))
    expect(at(`${admin}/clients`)).not.toBe(at('/app/orders'))
    expect(at(`${admin}/clients/edit/0`)).toBe(at(`${admin}/clients/edit`))
    expect(at(`${admin}/clients/edit/7`)).not.toBe(at(`${admin}/clients/edit/0`))
    expect(at('/app/orders/compose')).not.toBe(at('/app/orders/7'))
    const lazy = ['/admin/clients/edit/7', '/orders/compose', '/orders/7', '/profile', '/main/fleet']
    for (const path of lazy) expect(at(`/app${path}`), path).toHaveProperty('fetch')
  })

  it.each(['/login', '/app/nowhere', '/app/devices/1/2', '/'])('does not exist for %s', address => {
    expect(at(address)).toBeUndefined()
  })
})

function BusyForm({ onPress, onSubmit }: { onPress: () => void; onSubmit: React.FormEventHandler }) {
  const [busy, setBusy] = useState(false)
  const start = () => {
    onPress()
    setBusy(true)
  }
  return (
    <form onSubmit={onSubmit}>
      <BusyButton type="submit" busy={busy} onClick={start}>
        Save
      </BusyButton>
    </form>
  )
}

it('BusyButton keeps focus and name while it is busy, and ignores further clicks', async () => {
  const onPress = vi.fn()
  const submit = vi.fn((event: React.FormEvent) => event.preventDefault())
  render(<BusyForm onPress={onPress} onSubmit={submit} />)
  const button = screen.getByRole('button', { name: 'Save' })
  await user.click(button)
  expect(button).toHaveFocus()
  expect(button).toHaveAttribute('aria-disabled', 'true')
  await user.keyboard('{Enter}')
  button.click()
  expect([onPress.mock.calls.length, submit.mock.calls.length]).toEqual([1, 1])
  expect(screen.getByRole('button', { name: 'Save', busy: true })).toBe(button)
})

describe('CopyableText', () => {
  it('copies the unformatted value with one click, and confirms it', async () => {
    renderInConsole(
      <CopyableText value="01012345678" label="전화번호">
        010-1234-5678
      </CopyableText>,
    )
    const button = screen.getByRole('button', { name: '전화번호 01012345678 복사' })
    expect(button).toHaveTextContent('010-1234-5678')
    await user.click(button)
    expect(await navigator.clipboard.readText()).toBe('01012345678')
    expect(button).toHaveAccessibleName(/복사했습니다/)
  })

  it('shows that the browser refuses to copy', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    renderInConsole(<CopyableText value="1" label="IMEI" />)
    await user.click(screen.getByRole('button'))
    expect(await screen.findByText(/복사하지 못했습니다/)).toBeVisible()
  })
})

function Broken({ error }: { error: Error }): React.ReactNode {
  throw error
}

it.each([
  ['crashes', new TypeError('x is undefined at secret.js:1'), '화면에 문제가 발생했습니다.'],
  ['cannot be loaded (decision 10)', new CodeLoadError('timeout'), '화면을 불러오지 못했습니다.'],
])('a broken screen that %s is replaced by a Korean sentence without a stack trace', (_, error, sentence) => {
  renderInConsole(
    <ErrorBoundary FallbackComponent={ErrorScreen}>
      <Broken error={error} />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('alert')).toHaveTextContent(sentence)
  expect(screen.getByRole('button', { name: '다시 불러오기' })).toBeVisible()
  expect(document.body).not.toHaveTextContent('secret.js')
})

describe('the config in the page', () => {
  const page = (html: string) => new DOMParser().parseFromString(html, 'text/html')
  const data = { config, messages: { ko: boot.messages } }

  it('is read without a request', async () => {
    const { calls } = stubServer()
    const text = JSON.stringify(data).replaceAll('<', '\\u003c')
    const { config: read } = await readBoot(
      page(`<script type="application/json" id="fleet-boot">${text}</script>`),
    )
    expect(read.hash).toBe(config.hash)
    expect(calls).toEqual([])
  })

  it('is fetched when another server delivers the page', async () => {
    stubServer({ 'GET /config.json': () => answer(data) })
    expect((await readBoot(page('<p></p>'))).messages).toEqual(boot.messages)
  })

  it.each(['<script id="fleet-boot">{</script>', '<script id="fleet-boot">{"config":{}}</script>'])(
    'is refused as invalid: %s',
    async html => {
      await expect(readBoot(page(html))).rejects.toThrow()
    },
  )

  it('cannot be read from a server that has none, and neither can the English sentences', async () => {
    stubServer()
    await expect(readBoot(page(''))).rejects.toThrow('404')
    await expect(fetchMessages('en')).rejects.toThrow('404')
  })

  it('has the nonce of styles beside it', () => {
    expect(styleNonce(page('<meta property="csp-nonce" content="abc">'))).toBe('abc')
    expect(styleNonce(page(''))).toBeUndefined()
  })

  it('is replaced by a message with a button when it cannot be read', () => {
    document.body.innerHTML =
      '<div id="root"></div><template id="boot-failure"><h1>설정</h1><button>다시</button></template>'
    bootFailure(document.getElementById('root')!)
    expect(screen.getByRole('heading', { name: '설정' })).toBeVisible()
    expect(screen.getByRole('button', { name: '다시' })).toBeVisible()
    document.body.innerHTML = ''
  })
})

const renderRow = vi.fn(({ id }) => <>{`row ${id}`}</>)
const COLUMNS: Column[] = [{ name: 'id', label: 'number', render: renderRow }]
const RECORDS = [{ id: 1 }, { id: 2 }, { id: 3 }]

/** A list within a page that is rendered again at a click. */
function Page() {
  const [times, setTimes] = useState(1)
  const list = { data: RECORDS, total: 3, page: 1, perPage: 3, selectedIds: [] }
  return (
    <ListContextProvider value={list as never}>
      <button type="button" onClick={() => setTimes(times + 1)}>{`rendered ${times}`}</button>
      <TableOrCards label="table" columns={COLUMNS} phone={false} empty={null} />
    </ListContextProvider>
  )
}

it('a table does not render its rows again with the page around it', async () => {
  renderInConsole(<Page />, { resource: 'devices' })
  expect(await screen.findByText('row 3')).toBeVisible()
  await press('rendered 1')
  expect(screen.getByRole('button', { name: 'rendered 2' })).toBeVisible()
  expect(renderRow).toHaveBeenCalledTimes(RECORDS.length)
})
