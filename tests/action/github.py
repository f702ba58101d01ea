"""A stand-in for GitHub on the loopback: its API of comments, and downloads of releases."""
import http.server
import json
import re
import threading
import urllib.parse

BOT = {"login": "github-actions[bot]", "type": "Bot"}
COMMENTS = re.compile(r"/api/repos/own/project/issues/(\d+)/comments")
COMMENT = re.compile(r"/api/repos/own/project/issues/comments/(\d+)")


class GitHub:
    """`comments`, `releases` {path: bytes}, `requests` [(method, path)]; `refused`: methods with 403.

    `writer` is the user of the token.
    """

    def __init__(self, token):
        self.token, self.comments, self.releases, self.requests, self.refused = token, [], {}, [], set()
        self.writer = BOT
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def add(self, body, user=None):
        comment = {"id": 1000 + len(self.comments), "body": body, "user": user or self.writer,
                   "html_url": f"{self.url}/own/project/pull/7#issuecomment-{len(self.comments)}"}
        self.comments.append(comment)
        return comment

    def written(self):
        """The requests that write."""
        return [method for method, _ in self.requests if method != "GET"]

    def answer(self, method, target, token, body):
        """(status, object or bytes)"""
        address = urllib.parse.urlsplit(target)
        query = urllib.parse.parse_qs(address.query)
        self.requests.append((method, target))
        if method == "GET" and address.path in self.releases:
            return 200, self.releases[address.path]
        if not address.path.startswith("/api/"):
            return 404, b"Not Found"
        if token != f"Bearer {self.token}":
            return 401, {"message": "Bad credentials"}
        if method in self.refused or address.path == "/api/user":
            return 403, {"message": "Resource not accessible by integration"}
        if method == "GET" and COMMENTS.fullmatch(address.path):
            size, page = int(query["per_page"][0]), int(query["page"][0])
            return 200, self.comments[(page - 1) * size:page * size]
        if method == "POST" and COMMENTS.fullmatch(address.path):
            return 201, self.add(json.loads(body)["body"])
        found = COMMENT.fullmatch(address.path)
        for comment in self.comments:
            if method == "PATCH" and found and comment["id"] == int(found[1]):
                comment["body"] = json.loads(body)["body"]
                return 200, comment
        return 404, {"message": "Not Found"}

    def _handler(self):
        github = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def reply(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                status, answer = github.answer(self.command, self.path, self.headers.get("Authorization"), body)
                content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_PATCH = reply

            def log_message(self, *_):
                pass

        return Handler
