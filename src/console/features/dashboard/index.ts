/** The dashboard (§2): its screen comes with code of its own, and its figures are asked for meanwhile. */
import { lazyScreen } from '../../ui/lazyScreen'
import type { DashboardProps } from './widget'

export { DashboardSkeleton } from './DashboardSkeleton'
export { useFirstCalls } from './queries'

export const Dashboard = lazyScreen<DashboardProps>(() => import('./Dashboard'))
