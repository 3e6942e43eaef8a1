/**
 * All screens, dialogs and menus of the console, with the levels that see them and the steps that open them in any
 * language and at any width: for the sweeps, the journeys and `npm run screens`. Add new ones here.
 */
import { ACCOUNT_VIEWS } from './accountViews'
import { DEVICE_PICTURES, DEVICE_VIEWS } from './deviceViews'
import { ORDER_PICTURES, ORDER_VIEWS } from './orderViews'
import { RECORD_VIEWS, ROW_VIEWS } from './recordViews'
import type { View } from './view'

export { type Sentence, sentencesOf, VIEWS_ENV, type View, type Viewer } from './view'

export const VIEWS: readonly View[] = [...ACCOUNT_VIEWS, ...DEVICE_VIEWS, ...ORDER_VIEWS, ...RECORD_VIEWS]

/** Screens of `VIEWS` with other records, for pictures. */
export const PICTURES: readonly View[] = [...VIEWS, ...DEVICE_PICTURES, ...ORDER_PICTURES]

/** Views of features that no built-in resource has: for servers with the examples of `withExamples`. */
export const EXAMPLE_VIEWS: readonly View[] = ROW_VIEWS
