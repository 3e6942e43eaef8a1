/** `/app/main/{product}`: the dashboard of a product that config lists; of another it is the error screen. */
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { useConfig, useWords } from '../config'
import { Dashboard, DashboardSkeleton, useFirstCalls } from '../features/dashboard'
import { NotFound } from './StateScreens'

export function MainPage() {
  const { product } = useParams()
  const words = useWords()
  const found = useConfig().app.products.find(({ slug }) => slug === product)
  return found ? <DashboardPage title={words(found.title)} /> : <NotFound />
}

/** Code and figures are asked for at the same time. */
function DashboardPage({ title }: { title: string }) {
  useFirstCalls()
  return (
    <Suspense fallback={<DashboardSkeleton title={title} />}>
      <Dashboard title={title} />
    </Suspense>
  )
}
