/** Keeps every file of the page, so that it works without a network. FILES and NAME come from the build. */
/* global FILES, NAME */
addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)));
});
addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name.startsWith("crible ") && name !== NAME) await caches.delete(name);
    await clients.claim();
  };
  event.waitUntil(tidy());
});
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const answer = async () => (await (await caches.open(NAME)).match(request, { ignoreSearch: true })) ?? fetch(request);
  event.respondWith(answer());
});
