/** A moment: entered in Korean time, stored in UTC (decision 14). */
import { lazyPicker } from '../lazyPicker'

export const DateTimeInput = lazyPicker(() => import('./MomentPicker'))
