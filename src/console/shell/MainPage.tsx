/** `/app/main/{product}`: the dashboard of a product that config lists; of another it is the error screen. */
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { useConfig, useTranslate } from '../config'
import { Dashboard, DashboardSkeleton, useFirstCalls } from '../features/dashboard'
import { NotFound } from './StateScreens'

export function MainPage() {
  const { product } = useParams()
  const translate = useTranslate()
  const found = useConfig().app.products.find(({ slug }) => slug === product)
  return found ? <DashboardPage title={translate(found.title)} /> : <NotFound />
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
