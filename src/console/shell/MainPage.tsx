/** `/app/main/{product}`: the dashboard of a product in config; not found for any other. */
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { useConfig, useTranslate } from '../config'
import { Dashboard, DashboardSkeleton, useFirstCalls } from '../features/dashboard'
import { NotFound } from './StateScreens'

export function MainPage() {
  const { product } = useParams()
  const translate = useTranslate()
  const listedProduct = useConfig().app.products.find(({ slug }) => slug === product)
  return listedProduct ? <DashboardPage title={translate(listedProduct.title)} /> : <NotFound />
}

/** Fetches the figures while the dashboard's code is loading. */
function DashboardPage({ title }: { title: string }) {
  useFirstCalls()
  return (
    <Suspense fallback={<DashboardSkeleton title={title} />}>
      <Dashboard title={title} />
    </Suspense>
  )
}
