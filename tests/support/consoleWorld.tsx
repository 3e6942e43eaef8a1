/**
 * The console in a component test: the real config and sentences, tokens without a server, one component in its
 * surroundings.
 */
import { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { type AuthProvider, type DataProvider, memoryStore } from 'ra-core'
import type { ReactNode } from 'react'
import { AdminContext, Notification } from 'react-admin'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { ConfigProvider } from '../../src/console/config'
import { type Actions, ActionsProvider } from '../../src/console/feature'
import { session } from '../../src/console/session'
import type { StartData } from '../../src/console/shell/boot'
import { createI18nProvider, librarySentences } from '../../src/console/shell/i18n'
import { routerProvider } from '../../src/console/shell/router'
import { darkTheme, lightTheme } from '../../src/console/shell/theme'
import type { Locale } from '../../src/engine/compiled'
import { forBrowser } from '../../src/engine/load/compileMessages'
import { readFolders } from '../../src/server/config/configFolder'

const read = await readFolders({ config: 'config', i18n: 'i18n' })
if (!read.ok) throw new Error(`config: ${JSON.stringify(read.errors.slice(0, 3))}`)

const sentences = {
  ko: forBrowser(read.messages.ko),
  en: forBrowser(read.messages.en),
}

/** Rows of a page: jsdom takes its time for each, and for each that is waited for. */
export const PER_PAGE = 5
const withShortPages = structuredClone(read.config.shared)
for (const { list } of Object.values(withShortPages.resources)) if (list) list.perPage = PER_PAGE

/** The config of the repository, with short pages, and the Korean sentences, as the page gets them. */
export const boot: StartData = {
  config: withShortPages,
  messages: sentences.ko,
  library: await librarySentences('ko'),
}
export const { config } = boot

export const messagesOf = (locale: Locale) => Promise.resolve(sentences[locale])

const encode = (value: unknown) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

export interface TokenClaims {
  level?: number
  name?: string
  email?: string
  vendor?: number
  /** Seconds since 1970. */
  exp?: number
  [claim: string]: unknown
}

/** A token as the server makes them, but for its signature, which the console does not look at. */
export function tokenOf({ exp, ...user }: TokenClaims = {}): string {
  const claims = {
    exp: exp ?? Math.floor(Date.now() / 1000) + 3600,
    user: { id: 7, level: 9, name: '김하늘', email: 'master@demo.local', ...user },
  }
  return `${encode({ alg: 'HS256' })}.${encode(claims)}.signature`
}

/** Signs in without a server. */
export function signIn(claims: TokenClaims = {}): string {
  const token = tokenOf(claims)
  if (!session.begin(token)) throw new Error('the token was not taken')
  return token
}

export interface Surroundings {
  dataProvider?: Partial<DataProvider>
  authProvider?: AuthProvider
  actions?: Actions
  /** Where the component is. */
  at?: string
}

/** Renders one component where react-admin, config, sentences, look and routes are; notices are shown too. */
export function renderInConsole(
  ui: ReactNode,
  { dataProvider = {}, authProvider, actions = {}, at = '/' }: Surroundings = {},
) {
  const i18nProvider = createI18nProvider(boot, messagesOf)
  // `always`, as in the console: a test of being offline in the same process must not pause those after it.
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
  const page = (
    <ConfigProvider value={config}>
      <ActionsProvider value={actions}>
        <AdminContext
          i18nProvider={i18nProvider}
          dataProvider={dataProvider as DataProvider}
          authProvider={authProvider}
          routerProvider={routerProvider}
          queryClient={queryClient}
          store={memoryStore()}
          darkTheme={darkTheme}
          lightTheme={lightTheme}
          defaultTheme="dark"
        >
          {ui}
          <Notification />
        </AdminContext>
      </ActionsProvider>
    </ConfigProvider>
  )
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [at] })
  return { ...render(<RouterProvider router={router} />), router, queryClient }
}

/** Chooses a file in the dialog of a sheet, and waits until it is chosen: what is dropped is read before it counts. */
export async function chooseFile(file: File): Promise<void> {
  const input = await screen.findByLabelText('목록 파일', { selector: 'input' })
  await act(async () => {
    fireEvent.change(input, { target: { files: [file] } })
  })
}

/** An answer of the server. */
export const answer = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json', ...headers },
  })
