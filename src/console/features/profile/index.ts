/** The profile (§2): users see and change their own details. */
import { lazyScreen } from '../../ui/lazyScreen'

export const ProfilePage = lazyScreen(() => import('./ProfilePage'))
