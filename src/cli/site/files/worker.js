// Keeps what was fetched, so that the page works without a network. The lines above are written with the site: VERSION is another
// one for other tables or another program, and FILES are what the page needs to begin.

const PREFIX = 'bolshak-';

self.addEventListener('install', event => event.waitUntil((async () => {
  const cache = await caches.open(PREFIX + VERSION);
  await cache.addAll(FILES.map(file => new Request(file, { cache: 'reload' })));
  await self.skipWaiting();
})()));

self.addEventListener('activate', event => event.waitUntil((async () => {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== PREFIX + VERSION) await caches.delete(name);
  }
  await self.clients.claim();
})()));

self.addEventListener('fetch', event => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(PREFIX + VERSION);
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  })());
});
