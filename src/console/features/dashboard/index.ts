/** The dashboard (§2). Its code is a separate chunk; `useFirstCalls` requests its data while that chunk loads. */
import { lazyComponent } from '../../ui/lazy/lazyComponent'
import type { DashboardProps } from './Dashboard'

export { DashboardSkeleton } from './DashboardSkeleton'
export { useFirstCalls } from './queries'

export const Dashboard = lazyComponent<DashboardProps>(() => import('./Dashboard'))

/** The dashboard on a wall: `?wall=1`. */
export const Wall = lazyComponent<DashboardProps>(() => import('./wall/Wall'))
