import { useLoaderData, useParams } from '@tanstack/react-router';
import { MemberLandingPage } from './member-landing-page.tsx';

/** `/members/{id}/landing`. */
export function Landing() {
  const { id } = useParams({ from: '/lander/members/$id/landing' });
  return <MemberLandingPage id={id} loaded={useLoaderData({ from: '/lander/members/$id/landing' })} />;
}

/** `/members/{id}/landing2`. */
export function Landing2() {
  const { id } = useParams({ from: '/lander/members/$id/landing2' });
  return <MemberLandingPage id={id} loaded={useLoaderData({ from: '/lander/members/$id/landing2' })} />;
}

/** `/members/{id}/landing3`. */
export function Landing3() {
  const { id } = useParams({ from: '/lander/members/$id/landing3' });
  return <MemberLandingPage id={id} loaded={useLoaderData({ from: '/lander/members/$id/landing3' })} />;
}
