/** What a view of `VIEWS` is, and what the ways to reach them have in common. */
import type { Locator, Page } from '@playwright/test'
import type { Level } from '../services/site'
import { translate } from '../translate'

export type Viewer = Level | 'nobody'

/** A sentence of i18n in the language of the page. */
export type Sentence = (key: string, values?: Record<string, string | number>) => string

export const sentencesOf =
  (locale: string): Sentence =>
  (key, values) =>
    translate(key, values, locale)

export type Reach = (page: Page, sentence: Sentence) => Promise<void>

export const MEMBERS: readonly Level[] = ['client', 'vendor', 'master']
export const STAFF: readonly Level[] = ['vendor', 'master']
export const MASTER: readonly Level[] = ['master']

/** Of a view: Escape leaves nothing of it. */
export const leaves = 'nothing'

export interface View {
  name: string
  path: string
  who: readonly Viewer[]
  /** The files of src/console whose dialogs, menus and pickers stand open in it (`tests/architecture/screens`). */
  shows?: readonly string[]
  /** Brings the page into the state that is checked. */
  reach?: Reach
  /**
   * What is left when Escape has closed what lies over the screen: nothing that the next view of the same address would
   * notice, which then needs no way of its own; or what goes with a load alone, such as a form that asks before it is
   * left.
   */
  leaves?: 'nothing' | 'traces'
}

/** What lies over a screen, the topmost last. */
export const overlays = (page: Page): Locator =>
  page.locator('.MuiModal-root, .MuiAutocomplete-popper, .MuiPickerPopper-root').filter({ visible: true })

export const dialogOf = (page: Page): Locator => page.locator('[role=dialog], [role=alertdialog]').last()

/** Rows of a list, or its cards. */
export const rowsOf = (page: Page): Locator =>
  page.locator('main tbody tr:visible, main li.MuiCard-root:visible')

/** A call of the page's own user, from within the page, so that whoever listens hears its answer. */
export const callFrom = <Answer>(page: Page, method: string, path: string, body?: object): Promise<Answer> =>
  page.evaluate(
    async ([method, path, body]) => {
      const answer = await fetch(path, {
        method,
        headers: {
          Authorization: `Bearer ${localStorage.getItem('token')}`,
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body }),
      })
      return answer.json()
    },
    [method, path, body && JSON.stringify(body)] as const,
  )

/**
 * The environment of a server that shows all of `VIEWS`: accounts of a provider can be linked. Nobody is asked at its
 * address.
 */
export const VIEWS_ENV = {
  OIDC_GOOGLE_ISSUER: 'http://127.0.0.1:9',
  OIDC_GOOGLE_CLIENT_ID: 'views',
  OIDC_GOOGLE_CLIENT_SECRET: 'views',
}
