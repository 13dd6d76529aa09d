// Keeps what was fetched, so that the page works without a network. The lines above are written with the site: VERSION is another
// one for other files, and FILES are what the page needs to begin.

// Other sites of the same host have caches of their own. No scope has a space in it.
const PREFIX = `bolshak ${self.registration.scope} `;

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
    // A response that cannot be kept, for lack of room, is an answer all the same.
    if (response.ok) event.waitUntil(cache.put(request, response.clone()).catch(() => {}));
    return response;
  })());
});
