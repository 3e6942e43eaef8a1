/** The profile (§2), where users see and change their own details. */
import { lazyComponent } from '../../ui/lazy/lazyComponent'

export const ProfilePage = lazyComponent(() => import('./ProfilePage'))
