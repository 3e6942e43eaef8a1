/** The dashboard (§2): its code is a chunk of its own, and its data is requested while that chunk loads. */
import { lazyComponent } from '../../ui/lazy/lazyComponent'
import type { DashboardProps } from './Dashboard'

export { DashboardSkeleton } from './DashboardSkeleton'
export { useFirstCalls } from './queries'

export const Dashboard = lazyComponent<DashboardProps>(() => import('./Dashboard'))
