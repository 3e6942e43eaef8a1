/** The dashboard (§2): its screen comes with code of its own, and its figures are asked for meanwhile. */
import { lazyScreen } from '../../ui/lazyScreen'

export { DashboardSkeleton } from './DashboardSkeleton'
export { useFirstCalls } from './queries'

export interface DashboardProps {
  /** Of the product (decision 1). */
  title: string
}

export const Dashboard = lazyScreen<DashboardProps>(() => import('./Dashboard'))
