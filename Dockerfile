# The studio for a team. Build: docker build -t diversa .
# Run: docker run -p 127.0.0.1:8765:8765 -v diversa:/data diversa --public-name studio.example.org
# Arguments after the image's name are options of `diversa studio`; docs/studio.md says more.
# A proxy in front of it speaks TLS.
FROM python:3.12-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE CHANGELOG.md CITATION.cff SECURITY.md ./
COPY src src
RUN python -m venv /opt/diversa \
 && /opt/diversa/bin/pip install --no-cache-dir --disable-pip-version-check ".[excel,pandas,postgres,stats,studio]" \
 && /opt/diversa/bin/diversa warm-up --quiet

FROM python:3.12-slim
# The compiled kernels stand beside their files, so both stages have the same path.
COPY --from=build /opt/diversa /opt/diversa
RUN useradd --system --create-home --uid 10001 diversa \
 && install --directory --owner=diversa --mode=0700 /data
USER 10001
ENV PATH=/opt/diversa/bin:$PATH \
    PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8765
# Every answer counts as healthy, also the one that sends a visitor to the log-in.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["python", "-c", "import http.client; c = http.client.HTTPConnection('127.0.0.1', 8765, timeout=4); c.request('GET', '/'); raise SystemExit(c.getresponse().status >= 500)"]
ENTRYPOINT ["diversa", "studio", "--server", "--proxied", "--host", "0.0.0.0", "--port", "8765", "--folder", "/data"]
