/** A day of the calendar. */
import { lazyPicker } from '../lazyPicker'

export const DateInput = lazyPicker(() => import('./DayPicker'))
